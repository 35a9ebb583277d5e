/** Knows the rules of the game clock: whose time runs, and what time beyond comes to. */

import assert from "node:assert/strict";
import test from "node:test";

import * as clocks from "../../../service/web/js/tablet/clock.js";

const MINUTE = 60000;
const FRS = { kind: "none", lost_from: 1, needs_call: false };
const FISC = { kind: "per_minute", amount: 10, lost_from: 601, needs_call: false };
const FIGS = { kind: "flat", amount: 30, exhausted: 50, lost_from: 60, needs_call: true };

test("who has played presses the own side, and the other's time runs", () => {
  const clock = clocks.press(clocks.newClock(1500), 0, 0);
  assert.equal(clock.running, 1);
  assert.equal(clocks.left(clock, 0, MINUTE), 1500);
  assert.equal(clocks.left(clock, 1, MINUTE), 1440);
});

test("a side that is pressed twice is pressed once", () => {
  const once = clocks.press(clocks.newClock(1500), 0, 0);
  assert.equal(clocks.press(once, 0, 300), once);
});

test("what the arbiter does not put right stays, time beyond and its call as well", () => {
  let clock = clocks.press(clocks.newClock(1500), 1, 0);
  clock = clocks.call(clock, 0, 26 * MINUTE);
  clock = clocks.neutralise(clock, 27 * MINUTE);
  const other = clocks.correct(clock, [null, 1440], 1);
  assert.deepEqual([other.used, other.called], [[27 * MINUTE, MINUTE], clock.called]);
  assert.deepEqual([other.running, other.held], [null, 1]);
  const own = clocks.correct(clock, [60, null], 0);
  assert.equal(clocks.left(own, 0, 99 * MINUTE), 60);
  assert.deepEqual(own.called, [null, null]);
});

test("times add up over many presses", () => {
  let clock = clocks.press(clocks.newClock(1500), 0, 0);
  clock = clocks.press(clock, 1, 2 * MINUTE);
  clock = clocks.press(clock, 0, 5 * MINUTE);
  clock = clocks.neutralise(clock, 6 * MINUTE);
  assert.deepEqual(clock.used, [3 * MINUTE, 3 * MINUTE]);
});

test("a neutralised clock stands still, cannot be pressed, and goes on with the same player", () => {
  const running = clocks.press(clocks.newClock(1500), 0, 0);
  const still = clocks.neutralise(running, MINUTE);
  assert.equal(clocks.left(still, 1, 9 * MINUTE), 1440);
  assert.equal(clocks.press(still, 1, 9 * MINUTE), still);
  assert.equal(clocks.neutralise(still, 9 * MINUTE), still);
  const again = clocks.goOn(still, 9 * MINUTE);
  assert.equal(again.running, 1);
  assert.equal(clocks.left(again, 1, 10 * MINUTE), 1380);
  assert.equal(clocks.goOn(again, 10 * MINUTE), again);
});

test("a clock that has not begun cannot be neutralised", () => {
  const clock = clocks.newClock(1500);
  assert.equal(clocks.neutralise(clock, MINUTE), clock);
});

test("a clock read back from text goes on as if nothing had happened", () => {
  const clock = JSON.parse(JSON.stringify(clocks.press(clocks.newClock(1500), 0, 0)));
  assert.equal(clocks.left(clock, 1, MINUTE), 1440);
});

test("a device whose own clock is set back gives nobody time", () => {
  const clock = clocks.press(clocks.newClock(1500), 0, 5 * MINUTE);
  assert.equal(clocks.left(clock, 1, 0), 1500);
});

test("time beyond is counted at once where nobody needs to call it", () => {
  const clock = clocks.press(clocks.newClock(60), 0, 0);
  assert.equal(clocks.overtime(clock, 1, MINUTE, FISC), 0);
  assert.equal(clocks.overtime(clock, 1, MINUTE + 1, FISC), 1);
  assert.equal(clocks.left(clock, 1, 2 * MINUTE), 0);
});

test("time beyond is counted from the call where the text asks for one", () => {
  const clock = clocks.press(clocks.newClock(60), 0, 0);
  assert.equal(clocks.call(clock, 1, 59000), clock);
  assert.equal(clocks.overtime(clock, 1, 3 * MINUTE, FIGS), 0);
  const called = clocks.call(clock, 1, 3 * MINUTE);
  assert.equal(clocks.overtime(called, 1, 3 * MINUTE + 20000, FIGS), 20);
  assert.equal(clocks.call(called, 1, 4 * MINUTE), called);
});

for (const [rule, seconds, points, lost] of [
  [FRS, 0, 0, false],
  [FRS, 1, 0, true],
  [FISC, 1, 10, false],
  [FISC, 60, 10, false],
  [FISC, 61, 20, false],
  [FISC, 600, 100, false],
  [FISC, 601, 110, true],
  [FISC, 900, 110, true],
  [FIGS, 1, 30, false],
  [FIGS, 59, 30, false],
  [FIGS, 60, 50, true],
]) {
  test(`${seconds} s beyond, ${rule.kind}, cost ${points} points${lost ? " and the game" : ""}`, () => {
    assert.deepEqual(clocks.cost(seconds, rule), { points, lost });
  });
}
