/** Knows the values behind the director's tab: rounds, results and who is left. */

import assert from "node:assert/strict";
import test from "node:test";
import * as d from "../../../service/web/js/director/document.js";

const PROPOSAL = {
  round: 2,
  pairings: [
    { table: 1, players: ["a", "b"], first: "a" },
    { table: 2, players: ["c", "d"], first: "d" },
  ],
  bye: { player: "e" },
  absent: ["f"],
};

test("who is absent has missed the published round, and who sits has a bye", () => {
  const { games } = d.withRound(d.empty(), PROPOSAL);
  assert.deepEqual(games.slice(2), [
    { round: 2, players: ["e"], ended_by: "bye" },
    { round: 2, players: ["f"], ended_by: "absence" },
  ]);
});

test("two who change places are checked with who sits; others begin as was said", () => {
  const changed = d.swapped(PROPOSAL, "b", "e");
  assert.deepEqual(d.seatsOf(changed), [["a", "e"], ["c", "d"], ["b"]]);
  assert.deepEqual(
    changed.pairings.map(({ first }) => first),
    [null, "d"],
  );
});

test("a missed round can be excused and is read back as it was written", () => {
  const game = { round: 1, players: ["a"], ...d.readEnding("absence::excused") };
  assert.deepEqual(game, { round: 1, players: ["a"], ended_by: "absence", excused: true });
  assert.equal(d.endingOf(game), "absence::excused");
});

test("a game lost on time is no game won on points", () => {
  const recount = { final: [290, 420], totals: [400, 420], winner: 0, reason: "time" };
  assert.deepEqual(d.resultOf(recount, false), { scores: [400, 420], ending: "time:1" });
  assert.deepEqual(d.resultOf(recount, true), { scores: [420, 400], ending: "time:0" });
  const played = { ...recount, winner: 1, reason: "out" };
  assert.deepEqual(d.resultOf(played, false), { scores: [290, 420], ending: "" });
});

test("games are won, drawn and lost as all regulations agree, and a bye is none of them", () => {
  const round = (n, game) => ({ round: n, players: ["a", "b"], ...game });
  const games = [
    round(1, { scores: [400, 300] }),
    round(2, { scores: [300, 300] }),
    round(3, { scores: [400, 300], ended_by: "time", player: 0 }),
    round(4, { ended_by: "absence", player: 1 }),
    round(5, { ended_by: "absence", player: [0, 1] }),
    round(6, { ended_by: "arbiter_draw" }),
    { round: 7, players: ["a"], ended_by: "bye" },
    round(8, {}),
  ];
  const players = ["a", "b"].map((id) => ({ id, name: id }));
  const tally = (id) => d.tallyOf({ ...d.empty(), players, games }, id, 8);
  assert.deepEqual(
    [tally("a"), tally("b")],
    [
      [2, 2, 2],
      [1, 2, 3],
    ],
  );
});

test("a field that is null is not there: a game without scores is open, a player is here", () => {
  const { players, games } = d.readDocument(
    JSON.stringify({
      rounds: 5,
      players: [{ id: "a", rating: null, left: null, club: null }],
      games: [{ round: 1, table: null, players: ["a", "b"], scores: null, ended_by: null }],
    }),
  );
  assert.deepEqual(players, [{ id: "a", name: "a", rating: null }]);
  assert.equal(d.isSettled(games[0]), false);
});
