package javax.annotation;

/** What a made class is marked with, and no longer part of Java. */
public @interface Generated {
    String value();

    String date();

    String comments();
}
