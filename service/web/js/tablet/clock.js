/**
 * Knows a game clock with two sides, and nothing about screens: how much each player has used, who
 * is thinking, and what the edition says of time that is over.
 *
 * A clock is a frozen value with a stamp of the wall clock in it, so a reload loses no second of it;
 * a step is a function from one to the next. The player who has played presses the own side, which
 * starts the other's. Pressing once more changes nothing.
 *
 * @typedef {object} Clock
 * @property {number} seconds What each player is given.
 * @property {number[]} used In milliseconds, until the stamp.
 * @property {(number | null)[]} called What had been used when time was called.
 * @property {number | null} running
 * @property {number | null} held
 * @property {number} since
 */

/** Nobody thinks yet. @param {number} seconds What each player is given. */
export function newClock(seconds) {
  return Object.freeze({
    seconds,
    used: [0, 0],
    called: [null, null],
    running: null,
    held: null,
    since: 0,
  });
}

/**
 * A player has played: the own clock stops, the other's runs. A stopped clock is not pressed.
 *
 * @param {Clock} clock @param {number} player @param {number} now
 */
export function press(clock, player, now) {
  if (clock.held !== null || clock.running === 1 - player) return clock;
  return next(clock, { used: usedBy(clock, now), running: 1 - player, since: now });
}

/**
 * Both sides stand still, as in a challenge; whose turn it was is kept.
 *
 * @param {Clock} clock @param {number} now
 */
export function neutralise(clock, now) {
  if (clock.running === null) return clock;
  return next(clock, { used: usedBy(clock, now), running: null, held: clock.running });
}

/** The clock goes on where it was stopped. @param {Clock} clock @param {number} now */
export function goOn(clock, now) {
  if (clock.held === null) return clock;
  return next(clock, { running: clock.held, held: null, since: now });
}

/**
 * The opponent points out that a player's time is over; from here on it is counted.
 *
 * @param {Clock} clock @param {number} player @param {number} now
 */
export function call(clock, player, now) {
  if (left(clock, player, now) > 0 || clock.called[player] !== null) return clock;
  const used = usedBy(clock, now)[player];
  return next(clock, { called: clock.called.map((at, i) => (i === player ? used : at)) });
}

/**
 * The arbiter puts a wrong press right: what each player has left, null where that stays, and whose
 * time goes on. The clock stands still.
 *
 * @param {(number | null)[]} given @param {number} turn @param {Clock} clock
 */
export function correct(clock, given, turn) {
  const used = clock.used.map((ms, i) =>
    given[i] === null ? ms : 1000 * (clock.seconds - given[i]),
  );
  const called = clock.called.map((at, i) => (given[i] ? null : at));
  return next(clock, { used, called, running: null, held: turn });
}

/**
 * The seconds that a player still has, whole ones, never below nothing.
 *
 * @param {Clock} clock @param {number} player @param {number} now
 */
export function left(clock, player, now) {
  return Math.max(0, Math.ceil(clock.seconds - usedBy(clock, now)[player] / 1000));
}

/**
 * The seconds used beyond, as far as the edition counts them: some only from the opponent's call.
 *
 * @param {{needs_call: boolean}} rule @param {Clock} clock @param {number} player
 * @param {number} now
 */
export function overtime(clock, player, now, rule) {
  const from = rule.needs_call ? clock.called[player] : 1000 * clock.seconds;
  if (from === null) return 0;
  return Math.max(0, Math.ceil((usedBy(clock, now)[player] - from) / 1000));
}

/**
 * What so many seconds of overtime come to: points, and whether the game is lost by them.
 *
 * @param {number} seconds
 * @param {{kind: string, amount?: number, exhausted?: number, lost_from: number}} rule
 */
export function cost(seconds, { kind, amount = 0, exhausted = 0, lost_from: from }) {
  const lost = from > 0 && seconds >= from;
  if (seconds === 0 || kind === "none") return { points: 0, lost };
  if (kind === "per_minute")
    return { points: amount * Math.ceil(Math.min(seconds, from) / 60), lost };
  return { points: lost && exhausted ? exhausted : amount, lost };
}

/** @param {Clock} clock @param {number} now */
function usedBy({ used, running, since }, now) {
  // A clock of the device that is set back must not give anybody time.
  return used.map((ms, i) => (i === running ? ms + Math.max(0, now - since) : ms));
}

/** @param {Clock} clock @param {Partial<Clock>} change */
function next(clock, change) {
  return Object.freeze({ ...clock, ...change });
}
