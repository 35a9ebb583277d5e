/** Knows the values behind the director's tab: lists of players as people have them, and rounds. */

import assert from "node:assert/strict";
import test from "node:test";
import * as d from "../../../service/web/js/director/document.js";
import { decoded, readEntries, writeEntries } from "../../../service/web/js/director/lists.js";

const ANA = { name: "Ana Pop", rating: 1520, club: "Argus", team: "" };
const BO = { name: "Bo Șerban", rating: null, club: "Argus", team: "" };
const LISTS = {
  "semicolons, as a spreadsheet of ours saves": "Ana Pop;1520;Argus\r\nBo Șerban;;Argus\r\n",
  "commas, as others save": "Ana Pop,1520,Argus\nBo Șerban,,Argus",
  "tabs, as columns are pasted": "Ana Pop\t1520\tArgus\nBo Șerban\t\tArgus",
  "a mark at the beginning and a line of headings":
    "\uFEFFNume;Rating;Club\nAna Pop;1520;Argus\nBo Șerban;;Argus",
  "columns in another order": "Club,Elo,Jucător\nArgus,1520,Ana Pop\nArgus,,Bo Șerban",
  "given name and surname apart":
    "Nr.;Nume;Prenume;Club;Rating\n1;Pop;Ana;Argus;1520\n2;Șerban;Bo;Argus;",
  "the same in Italian": "Cognome;Nome;Elo;Club\nPop;Ana;1520;Argus\nȘerban;Bo;;Argus",
  "a number before each": "1;Ana Pop;1520;Argus\n2;Bo Șerban;;Argus",
  "the rating behind the club": "Ana Pop; Argus; 1520\nBo Șerban; Argus",
  "a rating with a part, and empty lines": "\nAna Pop; 1519,6; Argus\n\n;;;\nBo Șerban; ; Argus\n",
};

for (const [name, text] of Object.entries(LISTS))
  test(`a list is read: ${name}`, () => assert.deepEqual(readEntries(text), [ANA, BO]));

test("a name may hold a comma, quoted or between other signs", () => {
  const entry = [{ ...ANA, name: "Pop, Ana" }];
  for (const line of ['"Pop, Ana",1520,Argus', "Pop, Ana; 1520; Argus", "Pop, Ana\t1520\tArgus"])
    assert.deepEqual(readEntries(line), entry);
  assert.equal(readEntries('"Ana ""Aniela"" Pop",1520')[0].name, 'Ana "Aniela" Pop');
});

test("a pair stands behind the club, which may be left empty", () => {
  assert.deepEqual(readEntries("Ana Pop; 1520; ; Unu")[0], { ...ANA, club: "", team: "Unu" });
  assert.deepEqual(readEntries("Ana Pop; ; Argus; Unu")[0], { ...ANA, rating: null, team: "Unu" });
});

test("a list that is written is read as it was", () => {
  const entries = [ANA, BO, { name: "Eva", rating: null, club: "", team: "Unu" }];
  assert.deepEqual(readEntries(writeEntries(entries)), entries);
});

test("a file is read in UTF-8 and as Windows writes where the language is spoken", () => {
  const bytes = (...parts) => new Uint8Array(parts.flat()).buffer;
  assert.equal(decoded(new TextEncoder().encode("\uFEFFȘerban").buffer, "ro"), "Șerban");
  assert.equal(
    decoded(
      bytes(
        0xaa,
        [..."erban"].map((c) => c.charCodeAt(0)),
      ),
      "ro",
    ),
    "Șerban",
  );
  assert.equal(decoded(bytes(0x4d, 0xe0), "ca"), "Mà");
  assert.equal(decoded(bytes(0xff, 0xfe, 0x18, 0x02), "ro"), "Ș");
});

test("an id of a very long name is one that the service takes", () => {
  const { tournament } = d.enter(d.empty(), [
    { ...ANA, name: "Ana ".repeat(40) },
    { ...ANA, name: `${"Ana ".repeat(40)}Bis` },
  ]);
  const ids = tournament.players.map(({ id }) => id);
  assert.equal(new Set(ids).size, 2);
  for (const id of ids) assert.ok(id.length <= 64 && !id.endsWith("-"));
});

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

test("who has left cannot win any more, and a pair has left when both have", () => {
  const players = [
    { id: "a", name: "A" },
    { id: "b", name: "B", left: 4 },
    { id: "c", name: "C", left: 5 },
    { id: "d", name: "D", left: 3, team: "DE" },
    { id: "e", name: "E", team: "DE" },
  ];
  const gone = d.goneAfter({ ...d.empty(), players }, 3);
  assert.deepEqual([...gone], ["b", "d"]);
  const standings = ["a", "b", "c"].map((player) => ({ player, points: 2 }));
  assert.deepEqual(d.contenders(standings, 2, undefined, gone), ["a", "c"]);
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
