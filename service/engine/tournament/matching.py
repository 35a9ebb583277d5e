"""Pairing a list of places: the first pairing from the top, the nearest, the cheapest.

A caller can drive what looking costs, so it is counted and given up with `TooHardError`: the same
history always gives the same answer.

*First*: whoever stands highest takes the first acceptable opponent; where that leaves somebody
without one, the search goes back as little as it must.

*Least distance*: the sum of the distances is the number of open pairs over every line between two
places. So the list is cut where no pair crosses: a block of n players that cannot be cut further
costs at least 3n/2 - 2, because one pair crosses every other line and two the lines between. Most
blocks are never opened for that reason; the others are swept from the top, remembering who still
waits. Where that takes too many states the history is dense, and blossoms find the same sum.

*Cheapest*, by Edmonds' method with blossoms and prices: every player and every blossom (an odd
ring of players taken as one) has a price; a pair is *tight* when the two prices pay for it exactly.
Trees of tight pairs grow from everybody without a partner until two of them meet; when nothing is
tight any more the prices move. They prove at the end that no pairing is cheaper, also for pairs
never looked at: only near pairs are tried first, and others are added where the prices would allow
them to be better. It is written here because the engine imports no library.
"""

from collections.abc import Callable, Iterable, Sequence, Set
from dataclasses import dataclass

from service.engine.errors import NoPairingError, TooHardError

Pairs = list[tuple[int, int]]
Candidates = Callable[[int, Sequence[int]], Sequence[int]]
Hopeless = Callable[[Pairs, Sequence[int]], bool]
Level = tuple[list[int], list[int]]
STATES = 1_000_000
NO_PAIRING = (
    "every pairing would let two players meet again, or two of a club that are kept apart: "
    "with repeats 'if_needed' as few of them do as can be"
)


class Budget:
    """How much a search may still look at; what a part of it spends is gone from the whole."""

    def __init__(self, states: int = STATES, whole: "Budget | None" = None) -> None:
        """Allow so much."""
        self.left = states
        self.whole = whole

    def part(self, states: int) -> "Budget":
        """A budget for one way of looking, which may be given up before everything is spent."""
        return type(self)(states, self)

    def spend(self, states: int = 1) -> None:
        """Count what is looked at; give up when there is nothing left to spend."""
        self.left -= states
        if self.whole is not None:
            self.whole.spend(states)
        if self.left < 0:
            raise TooHardError("this history would take too long to pair: pair some by hand")


def first_matching(
    order: Sequence[int], candidates: Candidates, hopeless: Hopeless, budget: Budget
) -> Pairs | None:
    """The first complete pairing in the order of the candidates of whoever stands highest.

    `hopeless` tells early, from the pairs so far and those left, that nothing can come of it.
    """
    levels: list[Level] = []
    pairs: Pairs = []
    rest: list[int] | None = list(order)
    while rest:
        levels.append((rest, list(candidates(rest[0], rest[1:]))[::-1]))
        rest = _next_step(levels, pairs, hopeless, budget)
    return pairs if rest is not None else None


def _next_step(
    levels: list[Level], pairs: Pairs, hopeless: Hopeless, budget: Budget
) -> list[int] | None:
    """Take the next candidate of the deepest level that has one; None when all are tried."""
    while levels:
        rest, options = levels[-1]
        while options:
            budget.spend(len(levels[0][0]))
            pair = rest[0], options.pop()
            left = [player for player in rest if player not in pair]
            if not hopeless([*pairs, pair], left):
                pairs.append(pair)
                return left
        levels.pop()
        if pairs:
            pairs.pop()
    return None


NEVER = 1 << 60
WIDE = 200
SWEEP_STATES = 250_000
BLOSSOM_STEPS = 600_000
Link = tuple["Link | None", tuple[int, int]]
Layer = dict[tuple[int, ...], tuple[int, Link | None]]


@dataclass(frozen=True, slots=True)
class Least:
    """A pairing of places counted from 0, and what its distances add up to."""

    pairs: Pairs
    distance: int


def least_distance(
    barred: Sequence[Set[int]], penalty: int | None = None, budget: Budget | None = None
) -> Least:
    """The least pairing of these places; `barred` is whom each may not meet.

    With a penalty the barred may meet at that price: as few of them as can be. Who asks again for
    others hands over the same budget.
    """
    budget = budget or Budget()
    if len(barred) % 2:
        raise NoPairingError(f"{len(barred)} players do not make pairs")
    try:
        pairs = _by_blocks(barred, penalty, budget.part(SWEEP_STATES))
    except TooHardError:
        pairs = cheapest_matching(barred, penalty, budget.part(BLOSSOM_STEPS))
    if pairs is None:
        raise NoPairingError(NO_PAIRING)
    pairs.sort()
    return Least(pairs, sum(two - one for one, two in pairs))


def _by_blocks(barred: Sequence[Set[int]], penalty: int | None, budget: Budget) -> Pairs | None:
    """The least pairing, put together from blocks; the last block is the shortest that will do."""
    size = len(barred)
    best = [0] + [NEVER] * size
    blocks: list[tuple[int, Pairs]] = [(0, [])] * (size + 1)
    for end in range(2, size + 1, 2):
        for start in range(end - 2, -1, -2):
            length = end - start
            if length > best[end] - end // 2 + 2:
                break
            if best[start] + _least_block(length) >= best[end]:
                continue
            found = _sweep(start, end, best[end] - best[start], (barred, penalty, budget))
            if found is not None:
                best[end] = best[start] + found[0]
                blocks[end] = start, found[1]
    if best[size] >= NEVER:
        return None
    pairs: Pairs = []
    while size:
        size, inside = blocks[size]
        pairs += inside
    return pairs


def _least_block(length: int) -> int:
    return 1 if length == 2 else 3 * length // 2 - 2


def _sweep(
    start: int, end: int, limit: int, by: tuple[Sequence[Set[int]], int | None, Budget]
) -> tuple[int, Pairs] | None:
    """The cheapest pairing of a block that cannot be cut, if it costs less than the limit."""
    barred, penalty, budget = by
    layer: Layer = {(start,): (0, None)}
    for place in range(start + 1, end):
        # A state is as dear as many wait in it: a club of hundreds waits until the next one comes.
        budget.spend(len(layer) + len(layer) * len(next(iter(layer))) // 8)
        if len(layer) > WIDE:
            return _block(start, end, limit, by)
        layer = _next_layer(layer, place, end - 1 - place, (barred[place], penalty, limit))
        if not layer:
            return None
    cost, link = layer[()]
    pairs: Pairs = []
    while link is not None:
        link, pair = link
        pairs.append(pair)
    return cost, pairs


def _block(
    start: int, end: int, limit: int, by: tuple[Sequence[Set[int]], int | None, Budget]
) -> tuple[int, Pairs] | None:
    """The cheapest pairing of a block by blossoms, also one that could be cut."""
    barred, penalty, budget = by
    budget.spend(sum(len(barred[place]) for place in range(start, end)))
    inside = [{other - start for other in barred[place]} for place in range(start, end)]
    found = cheapest_matching(inside, penalty, budget)
    if found is None:
        return None
    extra = penalty or 0
    cost = sum(two - one + extra * (two in inside[one]) for one, two in found)
    pairs = [(one + start, two + start) for one, two in found]
    return (cost, pairs) if cost < limit else None


def _next_layer(
    layer: Layer, place: int, after: int, by: tuple[Set[int], int | None, int]
) -> Layer:
    """Let one more player of the block come: to meet somebody who waits, or to wait."""
    barred, penalty, limit = by
    following: Layer = {}
    for waiting, (cost, link) in layer.items():
        cost += len(waiting)
        rest = len(waiting) - 1
        need = cost + _least_rest(rest, after)
        if rest or not after:
            for number, other in enumerate(waiting):
                extra = 0
                if other in barred:
                    if penalty is None:
                        continue
                    extra = penalty
                if need + extra < limit:
                    left = waiting[:number] + waiting[number + 1 :]
                    if left not in following or following[left][0] > cost + extra:
                        following[left] = cost + extra, (link, (other, place))
        if rest + 2 <= after and cost + _least_rest(rest + 2, after) < limit:
            both = (*waiting, place)
            if both not in following or following[both][0] > cost:
                following[both] = cost, link
    return following


def _least_rest(waiting: int, after: int) -> int:
    """The least that the rest of a block costs with so many waiting and so many to come."""
    return waiting * (waiting + 1) // 2 + 3 * (after - waiting) // 2


Edge = tuple[int, int]
FREE, OUTER, INNER = 0, 1, 2
NEAR = 8


def cheapest_matching(
    barred: Sequence[Set[int]], penalty: int | None, budget: Budget
) -> Pairs | None:
    """The cheapest complete pairing of places at the price of their distance, None without one."""
    size = len(barred)
    near = NEAR
    while True:
        prices = _near_pairs(barred, penalty, near)
        budget.spend(len(prices) + sum(map(len, barred)) // 4)
        matching = _Matching(size, prices, budget)
        complete = matching.solve()
        if complete:
            missing = _underpriced(matching.price, prices, barred, penalty)
            while missing:
                prices |= missing
                matching = _Matching(size, prices, budget)
                matching.solve()
                missing = _underpriced(matching.price, prices, barred, penalty)
            return sorted((one, two) for one, two in enumerate(matching.mate) if one < two)
        if near >= size:
            return None
        near *= 4


def _near_pairs(barred: Sequence[Set[int]], penalty: int | None, near: int) -> dict[Edge, int]:
    """The nearest allowed pairs of everybody, with their distances."""
    prices = {}
    for one in range(len(barred)):
        found = 0
        for two in range(one + 1, len(barred)):
            cost = _cost(one, two, barred, penalty)
            if cost is not None:
                prices[one, two] = cost
                found += 1
                if found == near:
                    break
    return prices


def _cost(one: int, two: int, barred: Sequence[Set[int]], penalty: int | None) -> int | None:
    if two not in barred[one]:
        return two - one
    return None if penalty is None else two - one + penalty


def _underpriced(
    price: Sequence[int],
    known: dict[Edge, int],
    barred: Sequence[Set[int]],
    penalty: int | None,
) -> dict[Edge, int]:
    """Pairs never looked at that the prices would more than pay for."""
    highest = max(price)
    found = {}
    for one, own in enumerate(price):
        reach = (own + highest) // 4
        for two in range(one + 1, min(len(price), one + reach + 1)):
            cost = _cost(one, two, barred, penalty)
            if cost is not None and own + price[two] > 4 * cost and (one, two) not in known:
                found[one, two] = cost
    return found


class _Matching:
    """A search under way. Numbers below `size` are players, the others blossoms.

    `top` is the outermost blossom of each player. A blossom's `ring` of parts begins at its base,
    the one part that is paired outside of it; `links` joins each part to the next. `reached` is the
    pair by which a tree came to a part, None at a root.
    """

    def __init__(self, size: int, prices: dict[Edge, int], budget: Budget) -> None:
        """Begin with nobody paired and the highest prices that are safe."""
        self.size = size
        self.budget = budget
        # Costs are counted in quarters, so that prices may move by halves and stay whole.
        self.edges = [(one, two, 4 * cost) for (one, two), cost in prices.items()]
        self.mate = [-1] * size
        self.price = [1 << 40] * size
        for one, two, cost in self.edges:
            self.price[one] = min(self.price[one], cost // 2)
            self.price[two] = min(self.price[two], cost // 2)
        self.top = list(range(size))
        self.base = list(range(size))
        self.parent: dict[int, int] = {}
        self.ring: dict[int, list[int]] = {}
        self.links: dict[int, list[Edge]] = {}
        self.dual: dict[int, int] = {}
        self.label: dict[int, int] = {}
        self.reached: dict[int, Edge | None] = {}

    def solve(self) -> bool:
        """Pair everybody; False when that cannot be."""
        for one, two, cost in self.edges:
            tight = cost == self.price[one] + self.price[two]
            if tight and self.mate[one] < 0 and self.mate[two] < 0:
                self.mate[one], self.mate[two] = two, one
        while -1 in self.mate:
            if not self._stage():
                return False
        return True

    def _stage(self) -> bool:
        """Grow trees until two of them join, so that two more are paired."""
        roots = {self.top[player] for player, mate in enumerate(self.mate) if mate < 0}
        self.label = dict.fromkeys(roots, OUTER)
        self.reached = dict.fromkeys(roots)
        while True:
            outcome = self._scan()
            if outcome is None:
                break
            if outcome == 0:
                continue
            if not self._move_prices(outcome):
                return False
        for blossom in [b for b, dual in self.dual.items() if not dual and b not in self.parent]:
            self._open(blossom)
        return True

    def _scan(self) -> int | None:
        """Follow the tight pairs: None when two more are paired, 0 when the trees have grown.

        Otherwise how far prices can move before another pair is tight, -1 where nothing stops them.
        """
        self.budget.spend(len(self.edges))
        grown, least = False, -1
        top, label, price = self.top, self.label, self.price
        for one, two, cost in self.edges:
            part, other = top[one], top[two]
            if part == other:
                continue
            kinds = label.get(part, FREE), label.get(other, FREE)
            if OUTER not in kinds or INNER in kinds:
                continue
            slack = cost - price[one] - price[two]
            if not slack:
                if kinds == (OUTER, OUTER):
                    if self._meet(one, two):
                        return None
                else:
                    self._grow(*((one, two) if kinds[0] == OUTER else (two, one)))
                grown = True
            else:
                room = slack // 2 if FREE not in kinds else slack
                least = room if least < 0 else min(least, room)
        return 0 if grown else least

    def _move_prices(self, room: int) -> bool:
        """Raise the prices of outer parts and lower those of inner ones as far as they go."""
        inner = [b for b in self.dual if self.label.get(b) == INNER]
        rooms = [self.dual[b] // 2 for b in inner] + ([room] if room > 0 else [])
        if not rooms:
            return False
        step = min(rooms)
        for player, part in enumerate(self.top):
            match self.label.get(part):
                case 1:
                    self.price[player] += step
                case 2:
                    self.price[player] -= step
        for blossom in self.dual:
            match self.label.get(blossom):
                case 1:
                    self.dual[blossom] += 2 * step
                case 2:
                    self.dual[blossom] -= 2 * step
        for blossom in inner:
            if not self.dual[blossom]:
                self._open_inner(blossom)
        return True

    def _grow(self, outer: int, player: int) -> None:
        """Add a part to a tree, and the part it is paired with."""
        part = self.top[player]
        self.label[part], self.reached[part] = INNER, (outer, player)
        base = self.base[part]
        mate = self.mate[base]
        self.label[self.top[mate]], self.reached[self.top[mate]] = OUTER, (base, mate)

    def _meet(self, one: int, two: int) -> bool:
        """Join two outer parts: a ring in one tree is a blossom, two trees are two more paired."""
        paths = [self._path(self.top[one]), self._path(self.top[two])]
        common = set(paths[0]).intersection(paths[1])
        if not common:
            self._augment(one, two)
            self._augment(two, one)
            return True
        fork = next(part for part in paths[0] if part in common)
        up, down = (path[: path.index(fork)] for path in paths)
        self._close(fork, up, down, (one, two))
        return False

    def _path(self, part: int) -> list[int]:
        """The parts from this one to the root of its tree."""
        path = [part]
        while (edge := self.reached[path[-1]]) is not None:
            path.append(self.top[edge[0]])
        return path

    def _close(self, fork: int, up: list[int], down: list[int], edge: Edge) -> None:
        """Make a ring of parts a blossom."""
        blossom = len(self.base)
        into = [self._edge_to(part) for part in reversed(up)]
        back = [(near, far) for far, near in map(self._edge_to, down)]
        self.ring[blossom] = [fork, *reversed(up), *down]
        self.links[blossom] = [*into, edge, *back]
        self.base.append(self.base[fork])
        self.dual[blossom] = 0
        self.label[blossom], self.reached[blossom] = OUTER, self.reached[fork]
        for part in self.ring[blossom]:
            self.parent[part] = blossom
            del self.label[part], self.reached[part]
            for player in self._players(part):
                self.top[player] = blossom

    def _edge_to(self, part: int) -> Edge:
        edge = self.reached[part]
        if edge is None:
            raise AssertionError("a root is never between a fork and its end")
        return edge

    def _players(self, part: int) -> Iterable[int]:
        if part < self.size:
            return (part,)
        return [player for inner in self.ring[part] for player in self._players(inner)]

    def _augment(self, outer: int, other: int) -> None:
        """Pair a player of an outer part with `other`, and change partners down to the root."""
        while True:
            part = self.top[outer]
            edge = self.reached[part]
            self._turn(part, outer)
            self.mate[outer] = other
            if edge is None:
                return
            inner = self.top[edge[0]]
            above, own = self._edge_to(inner)
            self._turn(inner, own)
            self.mate[own] = above
            outer, other = above, own

    def _turn(self, blossom: int, player: int) -> None:
        """Make a player the base of a blossom by changing partners round the ring."""
        if blossom < self.size:
            return
        ring, links = self.ring[blossom], self.links[blossom]
        at = self._part_of(blossom, player)
        self._turn(ring[at], player)
        place = at
        while place:
            if at % 2:
                one, two, edge = place + 1, (place + 2) % len(ring), links[place + 1]
                place = two
            else:
                one, two, edge = place - 2, place - 1, links[place - 2]
                place = one
            self._turn(ring[one], edge[0])
            self._turn(ring[two], edge[1])
            self.mate[edge[0]], self.mate[edge[1]] = edge[1], edge[0]
        self.ring[blossom] = ring[at:] + ring[:at]
        self.links[blossom] = links[at:] + links[:at]
        self.base[blossom] = player

    def _part_of(self, blossom: int, player: int) -> int:
        """The place in a blossom's ring of the part that holds a player."""
        part = player
        while self.parent[part] != blossom:
            part = self.parent[part]
        return self.ring[blossom].index(part)

    def _open(self, blossom: int) -> None:
        """Take a blossom apart."""
        for part in self.ring.pop(blossom):
            del self.parent[part]
            for player in self._players(part):
                self.top[player] = part
        del self.links[blossom], self.dual[blossom]

    def _open_inner(self, blossom: int) -> None:
        """Take an inner blossom apart; the even way from where it was reached stays in the tree."""
        entry = self._edge_to(blossom)
        ring, links = self.ring[blossom], self.links[blossom]
        place = self._part_of(blossom, entry[1])
        self._open(blossom)
        del self.label[blossom], self.reached[blossom]
        self.label[ring[place]], self.reached[ring[place]] = INNER, entry
        forward = place % 2 == 1
        kind = OUTER
        while place:
            if forward:
                edge, place = links[place], (place + 1) % len(ring)
            else:
                edge, place = links[place - 1][::-1], place - 1
            self.label[ring[place]], self.reached[ring[place]] = kind, edge
            kind = INNER if kind == OUTER else OUTER
