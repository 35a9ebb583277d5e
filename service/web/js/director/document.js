/**
 * Knows the director's document: the history of a tournament as the service takes it, and every
 * change to it as a new document. Pure: nothing here draws or asks.
 *
 * @typedef {{id: string, name: string, rating?: number | null, club?: string, joined?: number,
 *   left?: number, reason?: string, team?: string, shown?: string}} Player
 * @typedef {{round: number, table?: number, players: string[], first?: string | null,
 *   scores?: number[], ended_by?: string, player?: number | number[],
 *   excused?: boolean | boolean[]}} Game
 * @typedef {{player: string, kind: string, round?: number, play?: number, amount?: number,
 *   article?: string}} Adjustment
 * @typedef {{name: string, rounds: number, version: number, players: Player[], games: Game[],
 *   adjustments: Adjustment[], days?: number[], conditions?: Record<string, any>,
 *   record?: Act[]}} Tournament
 * @typedef {{n: number, act: string, by: string, at?: string, round?: number, table?: number,
 *   player?: string, article?: string, reason?: string, before?: any, after?: any}} Act
 * @typedef {{table: number, players: string[], first?: string | null, ended_by?: string,
 *   player?: number | number[]}} Pair
 * @typedef {{round: number, pairings: Pair[], absent: string[], byHand?: boolean,
 *   bye: {player: string, players?: string[], article?: string} | null}} Proposal
 *
 * @typedef {{final: number[], totals: number[], winner: number | null, reason: string}} Ended
 */

/** A file that is no tournament; `code` names the sentence that says why. */
export class DocumentError extends Error {
  /** @param {string} code */
  constructor(code) {
    super(code);
    this.code = code;
  }
}

/**
 * A tournament in which nothing has happened.
 *
 * @param {string} [name] @param {number} [rounds]
 * @returns {Tournament}
 */
export function empty(name = "", rounds = 5) {
  return { name, rounds, version: 0, players: [], games: [], adjustments: [] };
}

/**
 * The document in a file.
 *
 * @param {string} text
 * @returns {Tournament}
 */
export function readDocument(text) {
  let found;
  try {
    found = JSON.parse(text);
  } catch {
    throw new DocumentError("notJson");
  }
  if (typeof found !== "object" || found === null || !Array.isArray(found.players))
    throw new DocumentError("notTournament");
  /** @type {Tournament} */
  const { players, games = [], adjustments = [], name = "", rounds, version = 0 } = found;
  const sound =
    players.every((player) => typeof player?.id === "string") &&
    Array.isArray(games) &&
    games.every((game) => Array.isArray(game?.players) && Number.isInteger(game.round)) &&
    Array.isArray(adjustments) &&
    Number.isInteger(rounds) &&
    Number.isInteger(version);
  if (!sound) throw new DocumentError("notTournament");
  const named = players.map((player) => ({ ...present(player), name: player.name ?? player.id }));
  const head = { ...found, name, rounds, version };
  return { ...head, players: named, games: games.map(present), adjustments };
}

/**
 * Without fields that are null, which is as if they were not there; a rating may be shown so.
 *
 * @template {Record<string, any>} Value
 * @param {Value} fields
 * @returns {{[Name in keyof Value]: NonNullable<Value[Name]>}}
 */
export function present(fields) {
  const said = Object.entries(fields).filter(
    ([name, value]) => (value ?? null) !== null || name === "rating",
  );
  return /** @type {any} */ (Object.fromEntries(said));
}

/** @param {Tournament} tournament */
export function writeDocument(tournament) {
  return `${JSON.stringify(tournament, null, 1)}\n`;
}

/**
 * The document with a change, and a version higher.
 *
 * @param {Tournament} tournament @param {Partial<Tournament>} change
 * @returns {Tournament}
 */
export function changed(tournament, change) {
  return { ...tournament, ...change, version: tournament.version + 1 };
}

/** A text by its letters alone. @param {string} text */
export function folded(text) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().trim();
}

/** The tournament with a player as they are now. @param {Tournament} tournament @param {Player} now */
export function withPlayer(tournament, now) {
  const players = tournament.players.map((player) => (player.id === now.id ? now : player));
  return changed(tournament, { players });
}

/**
 * The tournament without somebody from a round on, or altogether if nothing was played yet.
 *
 * @param {Tournament} tournament @param {string} id @param {string} [reason]
 */
export function withdraw(tournament, id, reason) {
  const played = tournament.games.some(({ players }) => players.includes(id));
  if (!played) {
    const players = tournament.players.filter((player) => player.id !== id);
    const adjustments = tournament.adjustments.filter(({ player }) => player !== id);
    return changed(tournament, { players, adjustments });
  }
  const player = /** @type {Player} */ (playerOf(tournament, id));
  return withPlayer(tournament, present({ ...player, left: latestRound(tournament) + 1, reason }));
}

/**
 * What was noted about somebody, or about both of a pair, up to a round.
 *
 * @param {Tournament} tournament @param {string} id @param {number} [after]
 */
export function notesOf(tournament, id, after = Infinity) {
  const members = membersOf(tournament, id);
  return tournament.adjustments.filter(
    ({ player, round = 0 }) => members.includes(player) && round <= after,
  );
}

/** The round that was paired last. @param {Tournament} tournament */
export function latestRound(tournament) {
  return Math.max(0, ...tournament.games.map(({ round }) => round));
}

/** @typedef {{game: Game, at: number}} Placed A game with its place in the document. */
/** @typedef {{all: Placed[], by: Map<string, Placed>}} Round Its games in order, and by player. */
/** @type {WeakMap<Game[], Map<number, Round>>} */
const indexed = new WeakMap();
/** @type {WeakMap<Player[], {known: Map<string, Player>, teams: Map<string, string[]>}>} */
const listed = new WeakMap();

/**
 * The rounds of a document, sorted once: a large one is looked through for every cell of a table.
 *
 * @param {Tournament} tournament
 */
function roundsOf({ games }) {
  const known = indexed.get(games);
  if (known) return known;
  /** @type {Map<number, Round>} */
  const rounds = new Map();
  games.forEach((game, at) => {
    const round = rounds.get(game.round) ?? noGames();
    const placed = { game, at };
    rounds.set(game.round, round);
    round.all.push(placed);
    for (const id of game.players) if (!round.by.has(id)) round.by.set(id, placed);
  });
  for (const { all } of rounds.values())
    all.sort((a, b) => (a.game.table ?? Infinity) - (b.game.table ?? Infinity) || a.at - b.at);
  indexed.set(games, rounds);
  return rounds;
}

/** @returns {Round} */
function noGames() {
  return { all: [], by: new Map() };
}

/** @param {Tournament} tournament */
function playersOf({ players }) {
  let found = listed.get(players);
  if (found) return found;
  found = { known: new Map(), teams: new Map() };
  for (const player of players) {
    const { id, team } = player;
    found.known.set(id, player);
    if (team) found.teams.set(team, [...(found.teams.get(team) ?? []), id]);
  }
  listed.set(players, found);
  return found;
}

/**
 * The games of a round with their places in the document, by table, byes last.
 *
 * @param {Tournament} tournament @param {number} round
 */
export function gamesOf(tournament, round) {
  return roundsOf(tournament).get(round)?.all ?? [];
}

/**
 * Somebody's game of a round, bye or absence.
 *
 * @param {Tournament} tournament @param {number} round @param {string} id
 */
export function gameOf(tournament, round, id) {
  return roundsOf(tournament).get(round)?.by.get(id)?.game;
}

/**
 * A player, or nothing: a pair is none.
 *
 * @param {Tournament} tournament @param {string} id
 */
export function playerOf(tournament, id) {
  return playersOf(tournament).known.get(id);
}

/**
 * How a player is called; a pair has its name for an id.
 *
 * @param {Tournament} tournament @param {string} id
 */
export function nameOf(tournament, id) {
  return playerOf(tournament, id)?.name ?? id;
}

/**
 * Those who play for somebody: the members of a pair, or the player alone.
 *
 * @param {Tournament} tournament @param {string} id
 */
export function membersOf(tournament, id) {
  return playersOf(tournament).teams.get(id) ?? [id];
}

/** Whether a game has its result. @param {Game} game */
export function isSettled(game) {
  return game.scores !== undefined || game.ended_by !== undefined;
}

/**
 * Whether every game of a round has its result.
 *
 * @param {Tournament} tournament @param {number} round
 */
export function isComplete(tournament, round) {
  const games = gamesOf(tournament, round);
  return games.length > 0 && games.every(({ game }) => isSettled(game));
}

/**
 * The tournament with another result of a game: scores, and an ending where it was a special one.
 *
 * @param {Tournament} tournament @param {number} at @param {(number | null)[]} scores
 * @param {string} ending A value of the menu of endings (`readEnding`), or "".
 */
export function withResult(tournament, at, scores, ending) {
  const given = scores.every((score) => score !== null);
  const result = present({
    ...{ ...tournament.games[at], scores: given ? scores : null },
    ...{ ended_by: null, player: null, excused: null, ...readEnding(ending) },
  });
  if (JSON.stringify(result) === JSON.stringify(tournament.games[at])) return tournament;
  return changed(tournament, {
    games: tournament.games.map((old, i) => (i === at ? result : old)),
  });
}

/** The result of a game, as the record has it. @param {Game} game */
export function resultIn({ scores, ended_by, player, excused }) {
  return present({ scores, ended_by, player, excused });
}

/**
 * The tournament with the scores that tables have reported, where there are any, as one change.
 *
 * @param {Tournament} tournament @param {(number[] | null)[]} found
 */
export function withResults(tournament, found) {
  const games = tournament.games.map((game, i) =>
    found[i] ? { ...game, scores: found[i] ?? undefined } : game,
  );
  return changed(tournament, { games });
}

/**
 * What a value of the menu means: "time:1", "absence:0:excused", "absence:01", "arbiter_draw".
 *
 * @param {string} value
 * @returns {Pick<Game, "ended_by" | "player" | "excused">}
 */
export function readEnding(value) {
  if (!value) return {};
  const [ended_by, who, excused] = value.split(":");
  const players = [...(who ?? "")].map(Number);
  return {
    ended_by,
    ...(players.length ? { player: players.length === 1 ? players[0] : players } : {}),
    ...(excused ? { excused: true } : {}),
  };
}

/** The value of the menu for the ending of a game. @param {Game} game */
export function endingOf({ ended_by: ended, player, excused }) {
  if (!ended) return "";
  const who = player === undefined && !excused ? "" : `:${[player ?? []].flat().join("")}`;
  return `${ended}${who}${excused === true ? ":excused" : ""}`;
}

/**
 * Who sits in a proposed round, and who misses it: everybody who is absent and has no opponent.
 *
 * @param {Proposal} proposal
 */
function alone({ pairings, bye, absent }) {
  const seated = new Set(pairings.flatMap(({ players }) => players));
  return {
    sitting: bye ? (bye.players ?? [bye.player]) : [],
    missing: absent.filter((id) => !seated.has(id)),
  };
}

/**
 * The tournament with a round as it was proposed.
 *
 * @param {Tournament} tournament @param {Proposal} proposal
 */
export function withRound(tournament, proposal) {
  const { round, pairings } = proposal;
  const games = pairings.map((pair) => present({ round, ...pair }));
  const { sitting, missing } = alone(proposal);
  /** @param {string[]} ids @param {string} ended_by */
  const each = (ids, ended_by) => ids.map((player) => ({ round, players: [player], ended_by }));
  return changed(tournament, {
    games: [...tournament.games, ...games, ...each(sitting, "bye"), ...each(missing, "absence")],
  });
}

/**
 * The tournament without its latest round.
 *
 * @param {Tournament} tournament
 */
export function withoutRound(tournament) {
  const round = latestRound(tournament);
  return changed(tournament, { games: tournament.games.filter((game) => game.round !== round) });
}

/**
 * A proposal in which two players have changed places; one of them may be the one who sits.
 *
 * @param {Proposal} proposal @param {string} a @param {string} b
 * @returns {Proposal}
 */
export function swapped(proposal, a, b) {
  /** @param {string} id */
  const other = (id) => (id === a ? b : id === b ? a : id);
  const { bye } = proposal;
  /** @param {string[]} players */
  const moved = (players) => players.includes(a) !== players.includes(b);
  const away = new Set(proposal.pairings.flatMap(atFault));
  return {
    ...proposal,
    pairings: proposal.pairings.map((pair) => {
      const players = pair.players.map(other);
      return {
        ...{ ...present({ ...pair, ended_by: null, player: null }), players },
        // Who begins was said of the two who were to meet.
        first: moved(pair.players) ? null : pair.first,
        ...lostBy(players.flatMap((id, side) => (away.has(id) ? [side] : []))),
      };
    }),
    bye: bye && {
      ...{ ...bye, player: other(bye.player) },
      ...(bye.players ? { players: bye.players.map(other) } : {}),
    },
  };
}

/** Whose absence decides a game before it begins. @param {Pair} pair */
function atFault({ players, player }) {
  return [player ?? []].flat().map((side) => players[side]);
}

/** @param {number[]} sides @returns {Pick<Pair, "ended_by" | "player">} */
function lostBy(sides) {
  if (!sides.length) return {};
  return { ended_by: "absence", player: sides.length === 1 ? sides[0] : sides };
}

/**
 * A round that is paired by hand, in which nobody has an opponent yet.
 *
 * @param {number} round @param {string[]} absent
 * @returns {Proposal}
 */
export function roundByHand(round, absent) {
  return { round, byHand: true, pairings: [], bye: null, absent };
}

/**
 * Who is in a round of the tournament and has no place in a proposal for it.
 *
 * @param {Tournament} tournament @param {Proposal} proposal
 */
export function freeIn(tournament, proposal) {
  const { sitting, missing } = alone(proposal);
  const placed = new Set([...proposal.pairings.flatMap(({ players }) => players), ...sitting]);
  return playersIn(tournament, proposal.round)
    .map(({ id }) => id)
    .filter((id) => !placed.has(id) && !missing.includes(id));
}

/**
 * Who is to be paired in a round.
 *
 * @param {Tournament} tournament @param {number} round
 */
export function playersIn(tournament, round) {
  return tournament.players.filter(
    ({ joined = 1, left = Infinity }) => joined <= round && round < left,
  );
}

/**
 * A proposal in which two who were free meet, at one table more.
 *
 * @param {Proposal} proposal @param {string} a @param {string} b
 * @returns {Proposal}
 */
export function paired(proposal, a, b) {
  return withPairs(proposal, [...proposal.pairings, { table: 0, players: [a, b] }]);
}

/**
 * A proposal without what somebody was to do: a game, a bye or an absence.
 *
 * @param {Proposal} proposal @param {string} id
 * @returns {Proposal}
 */
export function freed(proposal, id) {
  const { pairings, absent } = proposal;
  const rest = { ...proposal, absent: absent.filter((other) => other !== id) };
  const left = alone(proposal).sitting.filter((other) => other !== id);
  return withPairs(
    withSitting(rest, left),
    pairings.filter(({ players }) => !players.includes(id)),
  );
}

/**
 * A proposal in which somebody who was free sits.
 *
 * @param {Proposal} proposal @param {string} id
 * @returns {Proposal}
 */
export function letSit(proposal, id) {
  return withSitting(proposal, [...alone(proposal).sitting, id]);
}

/** @param {Proposal} proposal @param {string[]} players @returns {Proposal} */
function withSitting(proposal, players) {
  return { ...proposal, bye: players.length ? { player: players[0], players } : null };
}

/** @param {Proposal} proposal @param {Pair[]} pairs @returns {Proposal} */
function withPairs(proposal, pairs) {
  return { ...proposal, pairings: pairs.map((pair, i) => ({ ...pair, table: i + 1 })) };
}

/**
 * A proposal as it is checked: its pairs, and who sits alone. Who is absent needs no opponent.
 *
 * @param {Proposal} proposal
 */
export function seatsOf(proposal) {
  const pairs = proposal.pairings.map(({ players }) => players);
  return [...pairs, ...alone(proposal).sitting.map((id) => [id])];
}

/**
 * Whether a director should look at the scores again: both zero, far apart, or beyond what is played.
 *
 * @param {number[]} scores
 */
export function isOdd(scores) {
  const [a, b] = scores;
  return Math.max(a, b) > 700 || Math.min(a, b) < 150 || Math.abs(a - b) > 300;
}

/**
 * How many halves of a point a game gave one of its sides, or null while it is open.
 *
 * @param {Game} game @param {number} side
 */
export function halvesOf({ players, scores, ended_by: ended, player }, side) {
  if (players.length === 1) return ended === "bye" ? 2 : 0;
  if (ended === "arbiter_draw") return 1;
  const lost = [player ?? (ended ? [0, 1] : [])].flat();
  if (["absence", "time", "abandon", "annulled"].includes(ended ?? ""))
    return lost.includes(side) ? 0 : 2;
  return scores ? 1 + Math.sign(scores[side] - scores[1 - side]) : null;
}

/**
 * How many games between two somebody has won, drawn and lost up to a round.
 *
 * @param {Tournament} tournament @param {string} id @param {number} after
 */
export function tallyOf(tournament, id, after) {
  const tally = [0, 0, 0];
  for (const member of membersOf(tournament, id))
    for (let round = 1; round <= after; round += 1) {
      const game = gameOf(tournament, round, member);
      const halves = game?.players[1] && halvesOf(game, game.players.indexOf(member));
      if (typeof halves === "number") tally[2 - halves] += 1;
    }
  return tally;
}

/** The last round that is complete. @param {Tournament} tournament */
export function lastComplete(tournament) {
  for (let round = latestRound(tournament); round > 0; round -= 1)
    if (isComplete(tournament, round)) return round;
  return 0;
}

/** How many tables of a round have no result. @param {Tournament} tournament @param {number} round */
export function openIn(tournament, round) {
  return gamesOf(tournament, round).filter(({ game }) => !isSettled(game)).length;
}

/**
 * The game that a recount of the two is about: the last one they were paired for.
 *
 * @param {Tournament} tournament @param {string[]} names
 */
export function gameBetween(tournament, names) {
  const ids = names.map(
    (name) => tournament.players.find((p) => folded(p.name) === folded(name))?.id ?? "",
  );
  if (ids.length !== 2 || ids.includes("")) return null;
  const at = tournament.games
    .map(({ players }) => ids.every((id) => players.includes(id)))
    .lastIndexOf(true);
  return at < 0 ? null : { at, turned: tournament.games[at].players[0] !== ids[0] };
}

/**
 * A recounted game as the tournament takes it: final scores, or those of the moment and whose fault
 * it was where the game did not come to its end.
 *
 * @param {Ended} recount
 * @param {boolean} turned Whether the players stand the other way round in the tournament.
 */
export function resultOf({ final, totals, winner, reason }, turned) {
  /** @param {number} i */
  const side = (i) => (turned ? 1 - i : i);
  const early = ["time", "abandon", "arbiter_draw"].includes(reason);
  const scores = early ? totals : final;
  const lost = winner === null ? "01" : String(side(1 - winner));
  const ending = reason === "arbiter_draw" ? reason : `${reason}:${lost}`;
  return { scores: [scores[side(0)], scores[side(1)]], ending: early ? ending : "" };
}
