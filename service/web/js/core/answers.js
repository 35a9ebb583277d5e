/**
 * Knows the shapes of what is asked of the service and of what it answers: types for those who write
 * scripts (and for `tsc`), which no page loads.
 */

/**
 * @typedef {{id: string, language: string, name: string, version: string, sha256: string,
 *   official: boolean, guarded?: boolean, words: number}} Lexicon
 * @typedef {{id: string, federation: string, language: string, title: string, newest: boolean,
 *   lexicon: string}} EditionSummary
 *
 * @typedef {{id: string, federation: string, language: string, title: string, lexicon: Lexicon,
 *   board: {rows: string[], centre: string}, tiles: {face: string, count: number, value: number,
 *   spellings: string[]}[], blank: {count: number, value: number, faces: string[]}, tile_total:
 *   number, rack_size: number, verdicts: {valid: string, invalid: string}, procedures: string[],
 *   variants: string[], sections: Record<string, any>, conditions: Record<string, {article:
 *   string, reading: string, decided_by: string, choices: string[]}>, presets: Record<string,
 *   Record<string, any>>}} Edition What `GET /v1/rules/{rules}` says.
 *
 * @typedef {{kind: string, amount?: number, steps?: number[], article: string}} Penalty
 *
 * @typedef {{start: string, direction: "across" | "down", tiles: string}} SquarePlay
 * @typedef {string | SquarePlay} Play A play as GCG writes it, "8F MICIO", or by its square.
 *
 * @typedef {object} ScoreQuestion
 * @property {Play} play
 * @property {Play[]} [before] The plays on the board, in order.
 * @property {string} [position] The board as a line of CGP, instead of `before`.
 * @property {"uncontested"} [placement]
 * @property {number} [declared]
 * @property {boolean} [sums] Whether each word says its sum.
 *
 * @typedef {{score: number, words: {word: string, score: number, sum?: string}[], bonus: number, tiles: number,
 *   agrees?: boolean}} PlayScore
 *
 * @typedef {ScoreQuestion & {contested?: string[], variant?: string, prior_unfounded?: number,
 *   retracted?: boolean}} JudgeQuestion
 *
 * @typedef {{valid: boolean, score: number, withdrawn: boolean, mover: {points: number, turn:
 *   "kept" | "lost"}, challenger: {points: number, turn: "kept" | "lost", seconds: number}}}
 *   Judgement
 *
 * @typedef {{text: string, tiles: string[] | null}} Spelling
 *
 * @typedef {{role: string, rules: string, lang: string, table?: string, procedure?: string,
 *   variant?: string, exit?: string}} Place What a key is good for, and what its device is set up with.
 * @typedef {{right: boolean, wait: number}} PinTry
 *
 * @typedef {Record<string, string>} Sentence The same in the federation's language and in English.
 * @typedef {{article: string, text: Sentence}} Decides
 *
 * @typedef {{name: string, kind: "number" | "seconds" | "yes_no" | "choice" | "tile", text:
 *   Sentence, needed_if: {fact: string, among?: (string | boolean)[], least?: number, most?:
 *   number}[], least?: number, most?: number, options?: {value: string, text: Sentence}[]}}
 *   Question A fact to ask for, where all of `needed_if` holds.
 *
 * @typedef {{id: string, topic: string, article: string, title: Sentence, asks: Question[],
 *   found?: {article: string, step: Sentence}[]}} Incident
 * @typedef {{rules: string, language: string, incidents: Incident[], decides?: Decides}} Incidents
 *
 * @typedef {{incident: string, title: Sentence, article: string, silent: boolean, reading: string,
 *   steps: Sentence[], numbers: Record<string, {value: number, unit: string}>, turn: string,
 *   event?: Record<string, any>, decides?: Decides}} Ruling
 *
 * @typedef {object} Game
 * @property {string[]} players
 * @property {Record<string, any>[]} events
 * @property {string} [variant]
 * @property {string[]} [nicks] What the lines of a GCG file call the players.
 * @property {{name: string, value: string}[]} [headers] What a GCG file says of the game.
 * @property {{after: number, text: string}[]} [notes] Remarks, each after an event.
 *
 * @typedef {{pointer: string, detail: string}} ShapeFault
 * @typedef {Record<string, string | number>} Values What a sentence names.
 */

/**
 * @typedef {object} Finish A game of two at its end.
 * @property {number[]} scores Before anything is adjusted.
 * @property {string[]} racks What is left on both; `?` is a blank.
 * @property {"out" | "scoreless" | "time" | "total_time" | "round_time" | "abandon" | "absence"
 *   | "arbiter_draw"} ended_by
 * @property {number | number[]} [player] Who went out, overran, abandoned or was absent.
 * @property {number[]} [overtime_seconds]
 * @property {number[]} [remaining_seconds]
 * @property {boolean | boolean[]} [excused]
 * @property {boolean | boolean[]} [called]
 *
 * @typedef {{player: number, points: number, article: string, spread?: number}} Adjustment
 *
 * @typedef {{final: number[], winner: number | null, result: "win" | "draw" | "both_lose",
 *   adjustments: Adjustment[], points?: number[], spread?: number[], rated?: boolean}} Result
 *
 * @typedef {{n: number, declared: number, computed: number, player?: number}} Disagreement
 * @typedef {{n: number, code: string, detail: string, article: string, reason?: string,
 *   values?: Values}} Fault
 *
 * @typedef {object} EventCount
 * @property {number} n
 * @property {number | null} player
 * @property {string} type
 * @property {{word: string, score: number}[]} words
 * @property {number} score
 * @property {number[]} totals
 * @property {number} [declared]
 * @property {number} [difference]
 * @property {number} [counts] What it adds to the totals, where a wrong announced score stands.
 * @property {SquarePlay} [play]
 * @property {number} [bonus]
 * @property {number} [tiles]
 * @property {Omit<Fault, "n">} [misplaced] What nobody held against a play that stands.
 *
 * @typedef {EventCount & Record<string, any>} RecountedEvent What else it holds depends on its `type`.
 *
 * @typedef {object} Counted
 * @property {string[]} players
 * @property {RecountedEvent[]} events
 * @property {Disagreement[]} disagreements
 * @property {Disagreement[]} additions Running totals that do not follow from the sheet's scores.
 * @property {Fault[]} faults
 * @property {string} position
 * @property {number} bag
 * @property {number[]} held
 * @property {number[]} totals
 * @property {{totals: number[], difference: number[], final?: number[]}} arithmetic
 * @property {boolean} over
 * @property {string} [reason]
 * @property {string} [unsettled] Why a finished game has no result.
 * @property {{code: string, reason?: string, values?: Values}} [unsettled_by]
 * @property {Game} [record] The game that was read, where it was asked for.
 *
 * @typedef {Counted & Partial<Result>} Recount A game counted again; a finished one is settled.
 */

/**
 * @typedef {object} Entrant
 * @property {string} id
 * @property {string} [name]
 * @property {number | null} [rating]
 * @property {string | null} [club]
 * @property {number} [joined] The first round, if it is not round 1.
 * @property {number | null} [left] From this round on nobody pairs them.
 * @property {string | null} [reason]
 * @property {string | null} [team] The pair, in an event in pairs.
 * @property {"whole" | "short" | "none" | null} [shown] How the players' pages call them.
 *
 * @typedef {object} TournamentGame
 * @property {number} round
 * @property {number | null} [table]
 * @property {string[]} players
 * @property {string | null} [first] Who began.
 * @property {number[] | null} [scores]
 * @property {Finish["ended_by"] | "bye" | "annulled" | null} [ended_by]
 * @property {number | number[] | null} [player]
 * @property {boolean | boolean[]} [excused]
 *
 * @typedef {{player: string, kind: "compensation" | "technical_warning" | "disciplinary_warning" |
 *   "spread", play?: number, amount?: number, round?: number | null, article?: string | null}}
 *   TournamentNote
 *
 * @typedef {object} Tournament The director's document.
 * @property {string} [name]
 * @property {number} rounds
 * @property {number} [version]
 * @property {Entrant[]} players
 * @property {TournamentGame[]} [games]
 * @property {TournamentNote[]} [adjustments]
 * @property {number[]} [days] How many rounds each day has.
 * @property {Record<string, any>} [conditions] What the director announced.
 * @property {Record<string, any>[]} [record] What was done beside the games, in order.
 *
 * @typedef {{round: number, system?: string | null, absent?: string[], seed?: number, repeats?:
 *   "never" | "avoid" | "if_needed" | "allowed" | null, clubs?: "apart" | "first_two" | null,
 *   fixed?: string[][], factor?: number, groups?: number, gibson?: {places: number, prizes:
 *   number} | null}} PairingsOptions
 *
 * @typedef {{standings: Tournament & {after?: number | null, final?: boolean, explain?: boolean,
 *   prizes?: {among?: string[], games?: string[]}, for?: "publication" | "pairing"}, pairings: Tournament & PairingsOptions, schedule: {players:
 *   number | string[], system?: string | null, groups?: number, rounds?: number | null}, check:
 *   Tournament & {round?: number | null, proposed?: string[][]}, enter: {document: Tournament,
 *   list: string}}} TournamentQuestions What each operation takes.
 *
 * @typedef {{rule: string, article: string, detail: string, players: string[]}} Unsaid
 *
 * @typedef {object} StandingsRow
 * @property {number} place
 * @property {string} player A player, or the name of a pair.
 * @property {string[]} [players] Of a pair its members.
 * @property {number} points
 * @property {number} [median_buchholz]
 * @property {number} [berger]
 * @property {number} [spread]
 * @property {number} [total]
 * @property {string} [name]
 * @property {number[]} [best_differences]
 * @property {{player: string, points: number, result: string, counted: boolean}[]} [opponents]
 * @property {number} games
 * @property {{kind: string, points: number, article: string, round: number | null}[]} adjustments
 *
 * @typedef {{after: number, final: boolean, keys: {key: string, article: string}[], standings:
 *   StandingsRow[], silent: Unsaid[], rating?: {article: string, silent: boolean, unrated: Played[],
 *   unsaid: Played[]}, prizes?: SidePrize[]}} Standings
 * @typedef {{kind: string, players: string[], figure: number, round: number | null}} SidePrize
 * @typedef {{round: number, players: string[], ended_by: string | null}} Played
 *
 * @typedef {{round: number, system: string, article: string, pairings: {table: number, players:
 *   string[], first: string | null, ended_by?: "absence", player?: number | number[]}[], bye:
 *   {player: string, players?: string[], article: string, passed_over: {player: string, article:
 *   string, detail: string}[]} | null, relaxed: Unsaid[], silent: Unsaid[], seed: number,
 *   distance?: number, proved?: boolean}} Pairings
 *
 * @typedef {{system: string, rounds: number, schedule: (number | string | null)[][][], article:
 *   string, silent: Unsaid[], groups?: (number | string)[][]}} Schedule
 *
 * @typedef {{faults: {code: string, article: string, detail: string, round: number | null,
 *   players: string[]}[], eliminated: string[], late_entry: {allowed: boolean, until: number,
 *   fictitious: number | null}}} Checked
 *
 * @typedef {{line: number | null, code: string, detail: string}} Remark
 * @typedef {{format: string, document: Tournament, remarks: Remark[], list?: string}} FileRead
 * @typedef {{document: Tournament, entered: string[], list: string, remarks: Remark[]}} Entered
 *
 * @typedef {{standings: Standings, pairings: Pairings, schedule: Schedule,
 *   check: Checked, enter: Entered}} TournamentAnswers What each operation answers.
 */

export {};
