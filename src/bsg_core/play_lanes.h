/* One turn of many random games at once, for one width of vector register. Included once for each width, with
 *   LANES        how many games
 *   NAME(word)   the name of this width's own `word`
 *   TARGET       the attribute that lets the compiler use the processor's instructions
 *
 * It is two_steps.h once more without a branch: every lane goes through every line, and a *mask*, all ones or all zeros
 * in each lane, says where a line counts. Places, slots and draws are the same as there, so a game is the same as if it
 * were played alone. A draw that holds no play leaves its lane as it was, but for the stream it drew from: the lane
 * tries again in the next round.
 */

#define Lanes NAME(Lanes)
#define Signed NAME(Signed)
#define Floats NAME(Floats)
#define Turns NAME(Turns)
#define Choice NAME(Choice)
#define load NAME(load)
#define store NAME(store)
#define all NAME(all)
#define equal NAME(equal)
#define less NAME(less)
#define none NAME(none)
#define some NAME(some)
#define where NAME(where)
#define divide NAME(divide)
#define mirror NAME(mirror)
#define count NAME(count)
#define nth NAME(nth)
#define next_words NAME(next_words)
#define draw NAME(draw)
#define add NAME(add)
#define take NAME(take)
#define exchange NAME(exchange)
#define bits NAME(bits)
#define roll NAME(roll)
#define read_places NAME(read_places)
#define find_left NAME(find_left)
#define find_singles NAME(find_singles)
#define find_pairs NAME(find_pairs)
#define find_one_step NAME(find_one_step)
#define read_choice NAME(read_choice)
#define is_play NAME(is_play)
#define move NAME(move)

typedef uint32_t Lanes __attribute__((vector_size(4 * LANES)));
typedef int32_t Signed __attribute__((vector_size(4 * LANES)));
typedef float Floats __attribute__((vector_size(4 * LANES)));

#define INLINE static inline TARGET __attribute__((always_inline))

/* --- words ------------------------------------------------------------------------------------------------------- */

INLINE Lanes load(const uint32_t *row) {
    Lanes lanes;
    memcpy(&lanes, row, sizeof lanes);
    return lanes;
}

INLINE void store(Lanes lanes, uint32_t *row) { memcpy(row, &lanes, sizeof lanes); }

INLINE Lanes all(uint32_t word) { return (Lanes){0} + word; }

INLINE Lanes equal(Lanes a, Lanes b) { return (Lanes)(a == b); }

/* Of numbers below 2**31. */
INLINE Lanes less(Lanes a, Lanes b) { return (Lanes)((Signed)a < (Signed)b); }

INLINE Lanes none(Lanes places) { return (Lanes)(places == 0); }

INLINE Lanes some(Lanes places) { return (Lanes)(places != 0); }

INLINE Lanes where(Lanes mask, Lanes yes, Lanes no) { return (yes & mask) | (no & ~mask); }

/* a / b rounded down, of numbers up to 2**20: exact, since a quotient that is not whole lies at least 1 / b below the
 * next whole number, and a float errs by less. */
INLINE Lanes divide(Lanes a, Lanes b) {
    Floats quotient = __builtin_convertvector((Signed)a, Floats) / __builtin_convertvector((Signed)b, Floats);
    return (Lanes)__builtin_convertvector(quotient, Signed);
}

INLINE void exchange(Lanes *a, Lanes *b, Lanes mask) {
    Lanes differing = (*a ^ *b) & mask;
    *a ^= differing;
    *b ^= differing;
}

/* A mask as one word, a bit a lane. */
INLINE uint32_t bits(Lanes mask) {
    uint64_t pairs[LANES / 2], any = 0;
    memcpy(pairs, &mask, sizeof pairs);
    for (int i = 0; i < LANES / 2; i++) {
        any |= pairs[i];
    }
    if (any == 0) {
        return 0;
    }
    uint32_t row[LANES], word = 0;
    store(mask, row);
    for (int lane = 0; lane < LANES; lane++) {
        word |= (row[lane] & 1) << lane;
    }
    return word;
}

/* --- sets of places ---------------------------------------------------------------------------------------------- */

/* Place p to place 25 - p. */
INLINE Lanes mirror(Lanes places) {
    places = (places & 0x55555555u) << 1 | (places >> 1 & 0x55555555u);
    places = (places & 0x33333333u) << 2 | (places >> 2 & 0x33333333u);
    places = (places & 0x0F0F0F0Fu) << 4 | (places >> 4 & 0x0F0F0F0Fu);
    places = (places & 0x00FF00FFu) << 8 | (places >> 8 & 0x00FF00FFu);
    return (places << 16 | places >> 16) >> 6;
}

INLINE Lanes count(Lanes places) {
    places -= places >> 1 & 0x55555555u;
    places = (places & 0x33333333u) + (places >> 2 & 0x33333333u);
    places = (places + (places >> 4)) & 0x0F0F0F0Fu;
    places += places >> 8;
    return (places + (places >> 16)) & 0x1F;
}

/* Place number `n` of a set, from 0, lowest first, as a set of its own: halve where it can be, five times. */
INLINE Lanes nth(Lanes places, Lanes n) {
    Lanes in_2 = places - (places >> 1 & 0x55555555u); /* how many there are in each 2 places, each 4, each 8 */
    Lanes in_4 = (in_2 & 0x33333333u) + (in_2 >> 2 & 0x33333333u);
    Lanes in_8 = (in_4 + (in_4 >> 4)) & 0x0F0F0F0Fu;
    Lanes lower = (in_8 + (in_8 >> 8)) & 0x1F, beyond = ~less(n, lower), at = beyond & 16;
    n -= beyond & lower;
    lower = in_8 >> at & 0xF;
    beyond = ~less(n, lower);
    at += beyond & 8;
    n -= beyond & lower;
    lower = in_4 >> at & 0x7;
    beyond = ~less(n, lower);
    at += beyond & 4;
    n -= beyond & lower;
    lower = in_2 >> at & 0x3;
    beyond = ~less(n, lower);
    at += beyond & 2;
    n -= beyond & lower;
    at += ~less(n, places >> at & 1) & 1;
    return all(1) << at;
}

/* Add a checker to each of the places; take one from each. */
INLINE void add(Lanes planes[PLANES], Lanes places) {
    for (int b = 0; b < PLANES; b++) {
        Lanes carried = planes[b] & places;
        planes[b] ^= places;
        places = carried;
    }
}

INLINE void take(Lanes planes[PLANES], Lanes places) {
    for (int b = 0; b < PLANES; b++) {
        planes[b] ^= places;
        places &= planes[b];
    }
}

/* --- draws ------------------------------------------------------------------------------------------------------- */

/* The next word of each stream; see `next_word`. */
INLINE Lanes next_words(Lanes s[WORDS]) {
    Lanes sum = s[0] + s[3];
    Lanes word = (sum << 7 | sum >> 25) + s[0];
    Lanes shifted = s[1] << 9;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= shifted;
    s[3] = s[3] << 11 | s[3] >> 21;
    return word;
}

/* One attempt of `draw_below`: write the numbers, and return a mask of the lanes in which they hold. */
INLINE Lanes draw(Lanes stream[WORDS], Lanes bound, Lanes *drawn) {
    Lanes product = (next_words(stream) >> (32 - DRAWN_BITS)) * bound;
    Lanes uneven = DRAWN_RANGE - divide(all(DRAWN_RANGE), bound) * bound; /* DRAWN_RANGE % bound */
    *drawn = product >> DRAWN_BITS;
    return ~less(product & (DRAWN_RANGE - 1), uneven);
}

/* --- a turn ------------------------------------------------------------------------------------------------------ */

/* A turn in each lane, as far as it has been read; names are those of TwoSteps where they mean the same. */
typedef struct {
    Lanes any, several;            /* the places that hold own checkers, and two or more */
    Lanes open, blots;             /* the points without a block, and those that hold one opposing checker */
    Lanes on_bar, one_on_bar;      /* masks: any own checker there, exactly one */
    Lanes first, second;           /* the dice, the larger first */
    Lanes is_double;               /* a mask */
    Lanes by_first, by_second;
    Lanes via_first, via_second;
    Lanes singles_first, singles;  /* slots of singles: those of via_first, and all */
    Lanes pairs_first;             /* the sources of checkers that are paired with one of `pairs_second` */
    Lanes pairs_second;
    Lanes rows, columns;           /* how many these are */
    Lanes folded, row_slots;       /* a mask: pairs are a folded triangle; and how many slots a row has */
    Lanes pairs;                   /* slots of pairs */
    Lanes one_step, die;           /* a mask: no play has two steps; those of one are by this die, from `via_first` */
} Turns;

/* What a slot moves. */
typedef struct {
    Lanes i, j;     /* sets of one place, or none: of a pair the checker by each die, else `i` alone */
    Lanes is_pair;  /* a mask */
    Lanes by_first; /* a mask: a single that moves by the first die first */
} Choice;

INLINE void read_places(const Lanes own[PLANES], const Lanes opponent[PLANES], Turns *turn) {
    Lanes blocks = opponent[1] | opponent[2] | opponent[3];
    turn->several = own[1] | own[2] | own[3];
    turn->any = own[0] | turn->several;
    turn->open = POINTS & ~mirror(blocks);
    turn->blots = POINTS & mirror(opponent[0] & ~blocks);
    turn->on_bar = some(turn->any & BAR_BIT);
    turn->one_on_bar = turn->on_bar & none(turn->several & BAR_BIT);
}

INLINE Lanes roll(Lanes dice[WORDS], Turns *turn) {
    Lanes both;
    Lanes holds = draw(dice, all(36), &both);
    Lanes one = both * 43 >> 8, other = both - one * 6; /* both / 6 and both % 6 */
    Lanes rises = less(one, other);
    turn->first = where(rises, other, one) + 1;
    turn->second = where(rises, one, other) + 1;
    turn->is_double = equal(one, other);
    return holds;
}

/* The lanes in which `is_two_step_turn` does not hold. */
INLINE Lanes find_left(const Turns *turn, const LaneRules *rules) {
    Lanes outside = turn->any & OUTSIDE;
    Lanes left = none(outside & (outside - 1)) & none((turn->several | BAR_BIT) & outside);
    if (rules->closed_home_ends) {
        left |= less(all(4), count(turn->several & HOME));
    }
    return rules->doubles_are_left ? left | turn->is_double : left;
}

/* As in `read_two_steps`. */
INLINE void find_singles(Turns *turn) {
    Lanes first = turn->first, second = turn->second;
    Lanes movable = where(turn->on_bar & ~turn->one_on_bar, all(BAR_BIT), turn->any);
    turn->by_first = movable & turn->open << first;
    turn->by_second = movable & turn->open << second;
    Lanes may_go_on = where(turn->on_bar, turn->one_on_bar & BAR_BIT, ~all(0));
    Lanes whole_way = movable & may_go_on & turn->open << (first + second);
    turn->via_first = turn->by_first & whole_way & ~(turn->is_double & turn->any << first);
    turn->via_second = turn->by_second & whole_way & ~turn->is_double &
                       (turn->blots << second | turn->blots << first | ~turn->via_first);
    turn->singles_first = count(turn->via_first);
    turn->singles = turn->singles_first + count(turn->via_second);
}

/* As in `count_pair_slots`. Where one is on the bar, who is one of every pair, the others are a row and a column: first
 * those by the second die, then those by the first. */
INLINE void find_pairs(Turns *turn) {
    Lanes enters_by_first = some(turn->by_first & BAR_BIT), enters_by_second = some(turn->by_second & BAR_BIT);
    Lanes others_first = turn->by_first & POINTS & enters_by_second & ~turn->is_double;
    Lanes others_second = turn->by_second & POINTS & enters_by_first;
    turn->pairs_first = where(turn->one_on_bar, others_first, turn->by_first);
    turn->pairs_second = where(turn->one_on_bar, others_second, turn->by_second);
    turn->rows = count(turn->pairs_first);
    turn->columns = count(turn->pairs_second);
    turn->folded = turn->is_double & ~turn->one_on_bar;
    turn->row_slots = turn->columns | (turn->folded & 1);
    Lanes rectangle = where(turn->folded, (turn->rows + 1) >> 1, turn->rows) * turn->row_slots;
    turn->pairs = where(turn->one_on_bar, turn->rows + turn->columns, rectangle);
}

/* As in `one_step_sources`, where there is no single, and no pair but of one checker with itself. */
INLINE void find_one_step(Turns *turn) {
    Lanes same = equal(turn->by_first, turn->by_second) & none(turn->by_first & (turn->by_first - 1));
    Lanes itself = same & none(turn->by_first & turn->several) & ~turn->one_on_bar;
    Lanes movable = where(turn->one_on_bar, all(BAR_BIT), ~all(0));
    Lanes is_first = some(turn->by_first & movable);
    Lanes sources = where(is_first, turn->by_first, turn->by_second) & movable;
    turn->one_step = none(turn->singles) & (none(turn->pairs) | itself);
    turn->die = where(is_first, turn->first, turn->second);
    turn->via_first = where(turn->one_step, sources, turn->via_first);
    turn->singles_first = where(turn->one_step, count(sources), turn->singles_first);
    turn->singles = where(turn->one_step, turn->singles_first, turn->singles);
    turn->pairs &= ~turn->one_step;
}

/* As in `read_two_step_slot` and `read_pair_slot`. */
INLINE Choice read_choice(const Turns *turn, Lanes slot) {
    Choice choice = {.is_pair = ~less(slot, turn->singles) & ~turn->one_step,
                     .by_first = less(slot, turn->singles_first)};
    Lanes pair = slot - turn->singles;
    Lanes row = divide(pair, turn->row_slots - none(turn->row_slots)), column = pair - row * turn->row_slots;
    Lanes even = ~turn->rows & 1, is_long = ~less(column, row + even);
    Lanes enters_by_first = less(pair, turn->columns);
    Lanes nth_i = where(turn->folded, where(is_long, column - even, turn->rows - 1 - column),
                        where(turn->one_on_bar, pair - turn->columns, row));
    Lanes nth_j = where(turn->folded, where(is_long, row, turn->rows - even - row),
                        where(turn->one_on_bar, pair, column));
    Lanes nth_single = where(choice.by_first, slot, slot - turn->singles_first);
    Lanes sources = where(choice.is_pair, turn->pairs_first, where(choice.by_first, turn->via_first, turn->via_second));
    choice.i = nth(sources, where(choice.is_pair, nth_i, nth_single)) & sources; /* of no sources, as in a pass, none */
    choice.j = nth(turn->pairs_second, nth_j) & turn->pairs_second & choice.is_pair;
    Lanes enters = choice.is_pair & turn->one_on_bar;
    choice.i = where(enters & enters_by_first, all(BAR_BIT), choice.i);
    choice.j = where(enters & ~enters_by_first, all(BAR_BIT), choice.j);
    return choice;
}

/* As in `pair_partners`: not one checker twice, and not the pair that is a single. */
INLINE Lanes is_play(const Turns *turn, const Choice *choice) {
    Lanes i = choice->i, j = choice->j;
    Lanes twice = i & j & ~turn->several;
    Lanes single = (i >> turn->first & j) | (i & j >> turn->second);
    return none(twice | (single & ~turn->is_double));
}

/* Make the plays of the lanes in `moves`. */
INLINE void move(const Turns *turn, const Choice *choice, Lanes moves, Lanes own[PLANES], Lanes opponent[PLANES]) {
    Lanes i = choice->i & moves, j = choice->j & moves;
    Lanes goes_on = ~choice->is_pair & ~turn->one_step; /* a single, of two steps */
    Lanes die = where(choice->is_pair | choice->by_first, turn->first, turn->second);
    Lanes landing = i >> where(turn->one_step, turn->die, die);
    Lanes target = where(goes_on, i >> (turn->first + turn->second), landing), target_of_j = j >> turn->second;
    Lanes hits = (target | target_of_j | (landing & goes_on)) & turn->blots;
    take(own, i);
    take(own, j);
    add(own, target);
    add(own, target_of_j);
    opponent[0] &= ~mirror(hits);
    add(opponent, some(hits) & BAR_BIT);
    add(opponent, some(hits & (hits - 1)) & BAR_BIT);
}

static TARGET void NAME(play_round)(LaneGames *games, const LaneRules *rules) {
    Lanes own[PLANES], opponent[PLANES], dice[WORDS], rolled[WORDS], choices[WORDS], drawn[WORDS], others[WORDS];
    for (int i = 0; i < 4; i++) {
        own[i] = load(games->own[i]);
        opponent[i] = load(games->opponent[i]);
        dice[i] = rolled[i] = load(games->dice[i]);
        choices[i] = drawn[i] = load(games->choices[i]);
        others[i] = load(games->choices_of_other[i]);
    }
    const Lanes playing = load(games->playing);

    Turns turn;
    read_places(own, opponent, &turn);
    const Lanes is_roll = roll(rolled, &turn);
    const Lanes left = find_left(&turn, rules) & playing;
    find_singles(&turn);
    find_pairs(&turn);
    find_one_step(&turn);

    Lanes slots = turn.singles + turn.pairs, slot;
    slots -= none(slots); /* a pass has one */
    const Lanes draws = is_roll & playing & ~left;
    Lanes moves = draw(drawn, slots, &slot) & draws;
    const Choice choice = read_choice(&turn, slot);
    moves &= is_play(&turn, &choice);
    move(&turn, &choice, moves, own, opponent);

    const Lanes plies = load(games->plies) - moves; /* a mask is -1 */
    const Lanes several = own[1] | own[2] | own[3];
    Lanes ended = none((own[0] | several) & OUTSIDE) | ~less(plies, all(rules->max_plies));
    if (rules->closed_home_ends) {
        ended |= equal(several & HOME, all(HOME));
    }
    ended &= moves;

    /* A roll is taken from its stream when its turn has been played, or when it was none. */
    const Lanes swaps = moves & ~ended, rolls = moves | ~is_roll;
    for (int i = 0; i < 4; i++) {
        choices[i] = where(draws, drawn[i], choices[i]);
        exchange(&own[i], &opponent[i], swaps);
        exchange(&choices[i], &others[i], swaps);
        store(own[i], games->own[i]);
        store(opponent[i], games->opponent[i]);
        store(where(rolls, rolled[i], dice[i]), games->dice[i]);
        store(choices[i], games->choices[i]);
        store(others[i], games->choices_of_other[i]);
    }
    store(plies, games->plies);
    store(load(games->turned) ^ swaps, games->turned);
    games->left = bits(left);
    games->ended = bits(ended);
}

#undef INLINE
#undef Lanes
#undef Signed
#undef Floats
#undef Turns
#undef Choice
#undef load
#undef store
#undef all
#undef equal
#undef less
#undef none
#undef some
#undef where
#undef divide
#undef mirror
#undef count
#undef nth
#undef next_words
#undef draw
#undef add
#undef take
#undef exchange
#undef bits
#undef roll
#undef read_places
#undef find_left
#undef find_singles
#undef find_pairs
#undef find_one_step
#undef read_choice
#undef is_play
#undef move
