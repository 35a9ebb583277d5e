/** Knows the order of a challenge as a table: which step may follow which, and none beside. */

import assert from "node:assert/strict";
import test from "node:test";
import * as c from "../../../service/web/js/tablet/challenge.js";

const TILES = [{ text: "A", tiles: ["A"] }];
const judged = (challenge, valid, print = "1") =>
  c.answer(c.ask(c.consent(c.submit(challenge, TILES))), valid, print);

const words = c.declare(c.ARMED, 1);
const locked = c.respell(words, "A", true);
const check = c.submit(locked, TILES);
const consent = c.consent(check);
const judging = c.ask(consent);
const verdict = c.answer(judging, true, "1");
const seenOnce = c.see(verdict, "challenger");
const consequences = c.see(seenOnce, "opponent");
const second = c.respell(c.challengeAgain(consequences), "B", true);
const final = c.dismiss(judged(second, false));
const STATES = { armed: c.ARMED, words, locked, check, consent, judging, verdict, seenOnce };
Object.assign(STATES, { consequences, second, final });

const STEPS = {
  declare: (state) => c.declare(state, 2),
  respell: (state) => c.respell(state, "A", true),
  select: (state) => c.select(state, 0),
  submit: (state) => c.submit(state, TILES),
  correct: c.correct,
  consent: c.consent,
  ask: c.ask,
  postpone: c.postpone,
  answer: (state) => c.answer(state, true, "1"),
  see: (state) => c.see(state, "challenger"),
  dismiss: c.dismiss,
  retract: c.retract,
  giveUp: c.giveUp,
  challengeAgain: c.challengeAgain,
};

// From each state: what may be done there. Everything else must throw.
const ALLOWED = {
  armed: ["declare"],
  words: ["declare", "respell", "select", "submit", "retract"],
  locked: ["respell", "select", "submit", "retract"],
  check: ["correct", "consent", "retract"],
  consent: ["correct", "ask", "retract"],
  judging: ["postpone", "answer"],
  verdict: ["see", "dismiss"],
  seenOnce: ["see", "dismiss"],
  consequences: ["challengeAgain"],
  second: ["respell", "select", "submit", "giveUp"],
  final: [],
};

for (const [name, state] of Object.entries(STATES)) {
  test(`from ${name} only the step that is due can be taken`, () => {
    const may = Object.keys(STEPS).filter((step) => {
      try {
        STEPS[step](state);
        return true;
      } catch {
        return false;
      }
    });
    assert.deepEqual(may, ALLOWED[name]);
  });
}

test("no word is kept from the verdict on", () => {
  for (const state of [verdict, consequences, final, c.rearm(consequences)]) {
    assert.deepEqual([state.words, state.spelled], [[], []]);
  }
});

test("only where the edition says so does a letter lock the challenge in", () => {
  assert.equal(c.respell(words, "A", false).locked, false);
  assert.equal(locked.locked, true);
  assert.equal(c.respell(locked, "", true).locked, true);
});

test("every word is spelled before the opponent checks them, and one of them is at hand", () => {
  assert.throws(() => c.submit(locked, [...TILES, ...TILES]));
  assert.deepEqual(
    [-1, 9].map((at) => c.select(c.declare(c.ARMED, 2), at).at),
    [0, 1],
  );
});

test("a verdict leaves when both players have seen it, not when one has said so twice", () => {
  assert.equal(seenOnce.step, "verdict");
  assert.equal(c.see(seenOnce, "challenger").step, "verdict");
  assert.equal(consequences.step, "consequences");
});

test("two verdicts are compared, and there is no third", () => {
  assert.equal(final.differs, true);
  assert.equal(final.valid, false);
  assert.equal(final.first, null);
});

test("a challenge taken back counts its words and has no verdict", () => {
  const taken = c.retract(c.declare(c.ARMED, 3));
  assert.deepEqual([taken.step, taken.retracted, taken.count], ["consequences", true, 3]);
  assert.equal(taken.valid, null);
});

test("giving up a second challenge leaves the first verdict as it was", () => {
  for (const valid of [true, false]) {
    const first = c.dismiss(judged(c.respell(c.declare(c.ARMED, 1), "A", true), valid));
    for (const state of [c.challengeAgain(first), c.submit(c.challengeAgain(first), TILES)]) {
      const left = c.giveUp(state);
      assert.deepEqual([left.valid, left.retracted, left.count], [valid, false, 1]);
    }
  }
});

test("the last verdict can be recalled until the next challenge begins", () => {
  const armed = c.rearm(consequences);
  assert.deepEqual(armed.last, { valid: true });
  assert.deepEqual(c.rearm(armed).last, { valid: true });
  assert.equal(c.declare(armed, 1).last, null);
  assert.equal(c.rearm(c.declare(armed, 1)).last, null);
});

test("a step changes nothing of the value before it", () => {
  for (const state of Object.values(STATES)) assert.ok(Object.isFrozen(state));
});

// After a reload: the step, what stays locked, how many words there are to type.
const RESUMED = {
  armed: ["armed", false, 0],
  words: ["words", false, 1],
  locked: ["words", true, 1],
  check: ["words", true, 1],
  consent: ["words", true, 1],
  judging: ["words", true, 1],
  verdict: ["consequences", false, 0],
  seenOnce: ["consequences", false, 0],
  consequences: ["consequences", false, 0],
  second: ["words", true, 1],
  final: ["consequences", false, 0],
};

for (const [name, state] of Object.entries(STATES)) {
  test(`a reload at ${name} keeps the lock and the verdict, and no word`, () => {
    const kept = JSON.parse(JSON.stringify(c.withoutWords(state)));
    assert.deepEqual([kept.words, kept.spelled], [[], []]);
    const { step, locked: isLocked, words: typed, valid, first, count } = c.resumed(kept);
    assert.deepEqual([step, isLocked, typed.length], RESUMED[name]);
    assert.ok(typed.every((word) => word === ""));
    assert.deepEqual([valid, first, count], [state.valid, state.first, state.count]);
  });
}
