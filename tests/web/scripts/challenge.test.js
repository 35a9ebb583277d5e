/**
 * Knows the order of a challenge as a table: which step may follow which, and none beside; and what
 * holds in any order of acts, as a model.
 */

import assert from "node:assert/strict";
import test from "node:test";
import { fingerprint } from "../../../service/web/js/core/fingerprint.js";
import { remember, remembered } from "../../../service/web/js/core/store.js";
import * as c from "../../../service/web/js/tablet/challenge.js";
import { tablet } from "../../../service/web/js/tablet/device.js";
import { lastVerdict, underWay } from "../../../service/web/js/tablet/referee.js";

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

const takes = (step, state) => {
  try {
    return Boolean(step(state));
  } catch {
    return false;
  }
};

for (const [name, state] of Object.entries(STATES)) {
  test(`from ${name} only the step that is due can be taken`, () => {
    const may = Object.keys(STEPS).filter((step) => takes(STEPS[step], state));
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

// From each step: what players, arbiter and network may do; what stands there twice is twice as likely.
const DRAWN = {
  armed: "count count recall reload end",
  words: "letters letters erase count check check retract reload recall end",
  check: "consent consent consent consent refuse retract reload recall end",
  consent: "judge judge judge judge judge refuse retract reload recall end",
  judging: "yes yes no no late lost reload end",
  verdict: "see see see time reload end",
  consequences: "again again end recall reload",
};
const cut = (texts) => texts.map((text) => ({ text, tiles: [...text] }));
const said = ({ spelled }) => spelled.map(({ text }) => text).join(" ");
const answered = (now, valid) => c.answer(now, valid, fingerprint(said(now), "salt"));
const typed = (now, text) => c.respell(now, text, now.count > 1);
const ACTS = {
  ...{ consent: c.consent, refuse: c.correct, judge: c.ask, late: c.postpone, lost: c.postpone },
  ...{ time: c.dismiss, end: c.rearm, recall: (now) => now },
  count: (now, die) => (takes(c.declare, now) ? c.declare(now, 1 + die(3)) : now),
  letters: (now, die) => typed(c.select(now, die(3)), "QXZ".slice(die(3))),
  erase: (now) => typed(now, ""),
  check: (now) => c.submit(now, cut(now.words)),
  ...{ yes: (now) => answered(now, true), no: (now) => answered(now, false) },
  see: (now, die) => c.see(now, ["challenger", "opponent"][die(2)]),
  retract: (now) => (now.second ? c.giveUp(now) : c.retract(now)),
  again: (now) => (now.first ? c.challengeAgain(now) : now),
  reload: () => c.resumed(remembered("arbiter.challenge").challenge),
};

test("whatever is done, and in whatever order, the players are kept their promises", () => {
  const undone = new Set(Object.keys(DRAWN).flatMap((s) => DRAWN[s].split(" ").map((a) => s + a)));
  let [kept, now, agreed, known, first, luck] = ["", c.ARMED, {}, null, null, 1];
  globalThis.localStorage = { getItem: () => kept, setItem: (_, text) => (kept = text) };
  const die = (sides) => (luck = (luck * 48271) % 2147483647) % sides;
  for (let turn = 0; turn < 300 * 60; turn += 1) {
    if (turn % 60 === 0) [now, agreed, known, luck] = [c.ARMED, {}, null, 7919 * (turn + 1)];
    remember("arbiter.challenge", { challenge: c.withoutWords(now) });
    const [before, banner, may] = [now, underWay(), DRAWN[now.step].split(" ")];
    const act = may[die(may.length)];
    tablet.challenge = now = ACTS[act](before, die);
    undone.delete(before.step + act);
    if (act === "reload" || now.step === "words") agreed = {};
    if (act === "check") agreed = { challenger: said(now) };
    if (act === "consent") agreed.opponent = said(now);
    if (act === "yes" || act === "no") known = act === "yes";
    if (act === "again" && before.first) [first, known] = [known, null];
    if (act === "count" && !before.locked) known = null;
    if (act === "retract") known = before.second ? first : null;
    const both = agreed.opponent !== undefined && agreed.opponent === agreed.challenger;
    const asks = takes(c.ask, now) || ["judging", "verdict"].includes(now.step);
    const freed = ["yes", "no", "retract", "end"].includes(act);
    const same = ["count", "locked", "second", "valid"].every((one) => now[one] === before[one]);
    const silent = now.step !== before.step && banner !== before.count;
    const broken = {
      "a verdict is shown only after both have consented": asks && !both,
      "both have seen what is judged": now.step === "judging" && said(now) !== agreed.opponent,
      "one question gives at most one verdict": takes(ACTS.yes, now) !== (act === "judge"),
      "what is locked stays so until a verdict, a retraction or the arbiter":
        before.locked && !freed && !same,
      "no word is kept": /[QXZ]/.test(kept),
      "after a reload all is as before, or the banner says": act === "reload" && (!same || silent),
      "a verdict can be recalled until the next challenge": lastVerdict() !== known,
    };
    const which = Object.keys(broken).filter((promise) => broken[promise]);
    assert.deepEqual(which, [], `turn ${turn}: ${act} in ${before.step}`);
  }
  assert.deepEqual([...undone], []);
});
