import com.fasterxml.jackson.databind.ObjectMapper;
import java.lang.reflect.InvocationTargetException;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;

/** Asks once by a client that openapi-generator made for Java, and prints the answer. */
public class Asked {
    public static void main(String[] given) throws Exception {
        ObjectMapper json = ApiClient.createDefaultObjectMapper();
        ApiClient client = new ApiClient();
        client.updateBaseUri(given[0]);
        Class<?> api = Class.forName("org.openapitools.client.api." + given[1] + "Api");
        Class<?> schema = Class.forName("org.openapitools.client.model." + given[3]);
        Object room = api.getConstructor(ApiClient.class).newInstance(client);
        Object body = json.readValue(System.in, schema);
        try {
            Object answer = api.getMethod(given[2], String.class, schema).invoke(room, given[4], body);
            System.out.println(json.writeValueAsString(answer));
        } catch (InvocationTargetException refused) {
            System.out.println(((ApiException) refused.getCause()).getResponseBody());
        }
    }
}
