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
 * @typedef {object} Edition What `GET /v1/rules/{rules}` says.
 * @property {string} id
 * @property {string} federation
 * @property {string} language
 * @property {string} title
 * @property {Lexicon} lexicon
 * @property {{rows: string[], centre: string}} board
 * @property {{face: string, count: number, value: number, spellings: string[]}[]} tiles
 * @property {{count: number, value: number, faces: string[]}} blank
 * @property {number} tile_total
 * @property {number} rack_size
 * @property {{valid: string, invalid: string}} verdicts
 * @property {string[]} procedures
 * @property {string[]} variants
 * @property {Record<string, any>} sections
 * @property {Record<string, {article: string, reading: string, decided_by: string,
 *   choices: string[]}>} conditions
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
 *
 * @typedef {object} PlayScore
 * @property {number} score
 * @property {{word: string, score: number}[]} words
 * @property {number} bonus
 * @property {number} tiles
 * @property {boolean} [agrees]
 *
 * @typedef {ScoreQuestion & {contested?: string[], variant?: string, prior_unfounded?: number,
 *   retracted?: boolean}} JudgeQuestion
 *
 * @typedef {object} Judgement
 * @property {boolean} valid
 * @property {number} score
 * @property {boolean} withdrawn
 * @property {{points: number, turn: "kept" | "lost"}} mover
 * @property {{points: number, turn: "kept" | "lost", seconds: number}} challenger
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
 * @typedef {object} Question A fact to ask for, where all of `needed_if` holds.
 * @property {string} name
 * @property {"number" | "seconds" | "yes_no" | "choice" | "tile"} kind
 * @property {Sentence} text
 * @property {{fact: string, among?: (string | boolean)[], least?: number, most?: number}[]} needed_if
 * @property {number} [least]
 * @property {number} [most]
 * @property {{value: string, text: Sentence}[]} [options]
 *
 * @typedef {{id: string, topic: string, article: string, title: Sentence, asks: Question[]}} Incident
 * @typedef {{rules: string, language: string, incidents: Incident[], decides?: Decides}} Incidents
 *
 * @typedef {object} Ruling
 * @property {string} incident
 * @property {Sentence} title
 * @property {string} article
 * @property {boolean} silent
 * @property {string} reading
 * @property {Sentence[]} steps
 * @property {Record<string, {value: number, unit: string}>} numbers
 * @property {string} turn
 * @property {Record<string, any>} [event]
 * @property {Decides} [decides]
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
 * @typedef {object} Result
 * @property {number[]} final
 * @property {number | null} winner
 * @property {"win" | "draw" | "both_lose"} result
 * @property {Adjustment[]} adjustments
 * @property {number[]} [points]
 * @property {number[]} [spread]
 * @property {boolean} [rated]
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
 * @typedef {object} TournamentNote
 * @property {string} player
 * @property {"compensation" | "technical_warning" | "disciplinary_warning" | "spread"} kind
 * @property {number} [play]
 * @property {number} [amount]
 * @property {number | null} [round]
 * @property {string | null} [article]
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
 * @typedef {object} PairingsOptions
 * @property {number} round
 * @property {string | null} [system]
 * @property {string[]} [absent]
 * @property {number} [seed]
 * @property {"never" | "avoid" | "if_needed" | "allowed" | null} [repeats]
 * @property {"apart" | "first_two" | null} [clubs]
 * @property {string[][]} [fixed]
 * @property {number} [factor]
 * @property {number} [groups]
 * @property {{places: number, prizes: number} | null} [gibson]
 *
 * @typedef {object} TournamentQuestions What each operation takes.
 * @property {Tournament & {after?: number | null, final?: boolean, explain?: boolean,
 *   for?: "publication" | "pairing"}} standings
 * @property {Tournament & PairingsOptions} pairings
 * @property {{players: number | string[], system?: string | null, groups?: number,
 *   rounds?: number | null}} schedule
 * @property {Tournament & {round?: number | null, proposed?: string[][]}} check
 * @property {{document: Tournament, list: string}} enter
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
 * @typedef {object} Standings
 * @property {number} after
 * @property {boolean} final
 * @property {{key: string, article: string}[]} keys
 * @property {StandingsRow[]} standings
 * @property {Unsaid[]} silent
 *
 * @typedef {object} Pairings
 * @property {number} round
 * @property {string} system
 * @property {string} article
 * @property {{table: number, players: string[], first: string | null, ended_by?: "absence",
 *   player?: number | number[]}[]} pairings
 * @property {{player: string, players?: string[], article: string,
 *   passed_over: {player: string, article: string, detail: string}[]} | null} bye
 * @property {Unsaid[]} relaxed
 * @property {Unsaid[]} silent
 * @property {number} seed
 * @property {number} [distance]
 * @property {boolean} [proved]
 *
 * @typedef {object} Schedule
 * @property {string} system
 * @property {number} rounds
 * @property {(number | string | null)[][][]} schedule
 * @property {string} article
 * @property {Unsaid[]} silent
 * @property {(number | string)[][]} [groups]
 *
 * @typedef {object} Checked
 * @property {{code: string, article: string, detail: string, round: number | null,
 *   players: string[]}[]} faults
 * @property {string[]} eliminated
 * @property {{allowed: boolean, until: number, fictitious: number | null}} late_entry
 *
 * @typedef {{line: number | null, code: string, detail: string}} Remark
 * @typedef {{format: string, document: Tournament, remarks: Remark[], list?: string}} FileRead
 * @typedef {{document: Tournament, entered: string[], list: string, remarks: Remark[]}} Entered
 *
 * @typedef {{standings: Standings, pairings: Pairings, schedule: Schedule,
 *   check: Checked, enter: Entered}} TournamentAnswers What each operation answers.
 */

export {};
