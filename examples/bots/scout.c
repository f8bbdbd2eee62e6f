/* A live bot for the rule set ships, which plays as scout.py does:
 *
 *     cc -O2 -o scout examples/bots/scout.c
 *     admiralty arena random "scout=live:./scout"
 */

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CLASSES = 4, LENGTH_MAX = 5, LINE_BYTES = 65536, TRIES = 1000 };
enum { SEEN_WORTH = 1000000, SUSPECT_WORTH = 100, START_WORTH = 20 };

static const char *const CLASS_NAMES[CLASSES] = {"CAR", "BAT", "CRU", "DES"};
static const int LENGTHS[CLASSES] = {5, 4, 3, 2};
static const char DIRECTIONS[] = "NESW";
static const int DY[] = {-1, 0, 1, 0}, DX[] = {0, 1, 0, -1};
/* Healthy segments, the most valuable first: cannon, engine, radar, others. */
static const char HEALTHY[] = "!%@+";

typedef struct {
    int top, left, bottom, right;
} Rect;

typedef struct {
    int class, index;
    bool is_placed;
    int y, x, direction; /* The head, and where it points. */
} Ship;

typedef struct {
    Ship *ships;
    int count;
    Rect start;
} Fleet;

typedef struct {
    bool is_reef, is_barred, is_own;
    char glyph;      /* What PRINT 1 showed last. */
    int seen;        /* In which turn the field was seen last. */
    bool is_target;  /* A healthy enemy segment is seen here, */
    bool is_suspect; /* or was, when the field was seen last. */
} Field;

static int rows, columns, turn;
static Field *board;
static Fleet fleets[2], *own, *enemy;
static bool is_extended;
static char line[LINE_BYTES];

static void *allocate(int count, size_t size) {
    void *memory = calloc((size_t)count + 1, size);
    if (memory == NULL) {
        fputs("out of memory\n", stderr);
        exit(1);
    }
    return memory;
}

static bool read_line(void) {
    return fgets(line, sizeof line, stdin) != NULL;
}

static bool contains(Rect rect, int y, int x) {
    return rect.top <= y && y <= rect.bottom && rect.left <= x && x <= rect.right;
}

/* A field; NULL off the board. */
static Field *field(int y, int x) {
    Rect all = {0, 0, rows - 1, columns - 1};
    return contains(all, y, x) ? &board[y * columns + x] : NULL;
}

/* A segment's row and column. The body of a ship lies behind its head. */
static int row_of(const Ship *ship, int segment) {
    return ship->y - segment * DY[ship->direction];
}

static int column_of(const Ship *ship, int segment) {
    return ship->x - segment * DX[ship->direction];
}

static void put(Ship *ship, bool is_placed) {
    ship->is_placed = is_placed;
    for (int i = 0; i < LENGTHS[ship->class]; i++)
        field(row_of(ship, i), column_of(ship, i))->is_own = is_placed;
}

static void set_fleet(Fleet *fleet, const int counts[CLASSES]) {
    fleet->ships = allocate(counts[0] + counts[1] + counts[2] + counts[3], sizeof(Ship));
    for (int class = 0; class < CLASSES; class++)
        for (int i = 0; i < counts[class]; i++)
            fleet->ships[fleet->count++] = (Ship){.class = class, .index = i};
}

static void set_ship(Fleet *fleet, int y, int x, char direction, int index, const char *name) {
    for (int i = 0; i < fleet->count; i++) {
        Ship *ship = &fleet->ships[i];
        if (ship->index == index && strcmp(CLASS_NAMES[ship->class], name) == 0) {
            ship->y = y;
            ship->x = x;
            ship->direction = (int)(strchr(DIRECTIONS, direction) - DIRECTIONS);
            put(ship, true);
        }
    }
}

/* Reads the start of the game, the lines of a group. */
static void read_setup(void) {
    read_line();
    while (read_line() && strcmp(line, "[state]\n") != 0) {
        char player, direction, name[16];
        int y, x, index, counts[CLASSES];
        unsigned long long seed;
        Rect rect;
        if (sscanf(line, "RULES %15s", name) == 1 && strcmp(name, "ships") != 0) {
            fputs("this bot plays only the rule set ships\n", stderr);
            exit(1);
        }
        if (sscanf(line, "BOARD_SIZE %d %d", &rows, &columns) == 2)
            board = allocate(rows * columns, sizeof(Field));
        else if (sscanf(line, "INIT_POSITION %c %d %d %d %d", &player, &rect.top, &rect.left,
                        &rect.bottom, &rect.right) == 5)
            fleets[player == 'B'].start = rect;
        else if (sscanf(line, "SET_FLEET %c %d %d %d %d", &player, &counts[0], &counts[1],
                        &counts[2], &counts[3]) == 5)
            set_fleet(&fleets[player == 'B'], counts);
        else if (sscanf(line, "SHIP %c %d %d %c %d %3s", &player, &y, &x, &direction, &index,
                        name) == 6)
            set_ship(&fleets[player == 'B'], y, x, direction, index, name);
        else if (sscanf(line, "REEF %d %d", &y, &x) == 2)
            field(y, x)->is_reef = true;
        else if (sscanf(line, "SET_AI_PLAYER %c", &player) == 1)
            own = &fleets[player == 'B'], enemy = &fleets[player != 'B'];
        else if (sscanf(line, "SRAND %llu", &seed) == 1)
            srand((unsigned)seed);
        else if (strcmp(line, "EXTENDED_SHIPS\n") == 0)
            is_extended = true;
    }
    for (int y = 0; y < rows; y++)
        for (int x = 0; x < columns; x++)
            field(y, x)->seen = contains(enemy->start, y, x) ? -START_WORTH : 0;
}

static bool is_free(int y, int x) {
    Field *it = field(y, x);
    if (it == NULL || it->is_reef || it->is_barred || !contains(own->start, y, x))
        return false;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++) {
            Field *near = field(y + dy, x + dx);
            if (near != NULL && near->is_own)
                return false;
        }
    return true;
}

/* Puts a ship on a random place, all of them equally likely; false if there is none. */
static bool draw_ship(Ship *ship) {
    Ship drawn = *ship;
    int found = 0;
    for (int i = 0; i < rows * columns * 4; i++) {
        Ship place = {ship->class, ship->index, false, i / 4 / columns, i / 4 % columns, i % 4};
        bool fits = true;
        for (int segment = 0; segment < LENGTHS[ship->class] && fits; segment++)
            fits = is_free(row_of(&place, segment), column_of(&place, segment));
        if (fits && rand() % ++found == 0)
            drawn = place;
    }
    *ship = drawn;
    if (found > 0)
        put(ship, true);
    return found > 0;
}

/* Places the missing ships at random, and starts again if one finds no room. */
static void place(void) {
    bool *is_missing = allocate(own->count, sizeof(bool));
    for (int i = 0; i < own->count; i++)
        is_missing[i] = !own->ships[i].is_placed;
    bool is_complete = false;
    for (int try = 0; try < TRIES && !is_complete; try++) {
        is_complete = true;
        for (int i = 0; i < own->count && is_complete; i++)
            is_complete = !is_missing[i] || draw_ship(&own->ships[i]);
        for (int i = 0; i < own->count && !is_complete; i++)
            if (is_missing[i] && own->ships[i].is_placed)
                put(&own->ships[i], false);
    }
    for (int i = 0; i < own->count; i++) {
        const Ship *ship = &own->ships[i];
        if (is_missing[i] && ship->is_placed)
            printf("PLACE_SHIP %d %d %c %d %s\n", ship->y, ship->x, DIRECTIONS[ship->direction],
                   ship->index, CLASS_NAMES[ship->class]);
    }
    free(is_missing);
}

static int digits(int number) {
    return number < 10 ? 1 : 1 + digits(number / 10);
}

/* Reads the board, of which PRINT 1 also shows the numbers of columns and rows. */
static void look(void) {
    puts("PRINT 1");
    fflush(stdout);
    for (int i = 0; i < digits(columns - 1); i++)
        read_line();
    for (int y = 0; y < rows && read_line(); y++)
        for (int x = 0; x < columns; x++) {
            Field *it = field(y, x);
            it->glyph = line[digits(rows - 1) + x];
            it->is_target = !it->is_own && strchr(HEALTHY, it->glyph) != NULL;
            if (it->glyph != '?') {
                it->seen = turn;
                it->is_suspect = it->is_target;
            }
        }
}

/* How interesting a field is that is not seen. */
static int curiosity(const Field *it) {
    if (it == NULL || it->glyph != '?')
        return 0;
    return turn - it->seen + (it->is_suspect ? SUSPECT_WORTH : 0);
}

static int worth(const Field *it) {
    if (it->is_target)
        return SEEN_WORTH - (int)(strchr(HEALTHY, it->glyph) - HEALTHY);
    return curiosity(it);
}

/* Sends a plane of a carrier where it shows what is most interesting. */
static void spy(int index) {
    int best = -1, best_y = 0, best_x = 0;
    for (int y = 0; y < rows; y++)
        for (int x = 0; x < columns; x++) {
            int sum = 0;
            for (int dy = -1; dy <= 1; dy++)
                for (int dx = -1; dx <= 1; dx++)
                    sum += curiosity(field(y + dy, x + dx));
            if (sum > best)
                best = sum, best_y = y, best_x = x;
        }
    printf("SPY %d %d %d\n", index, best_y, best_x);
    look();
}

static bool is_in_range(const Ship *ship, int y, int x) {
    int dy = y - row_of(ship, 1), dx = x - column_of(ship, 1);
    int range = LENGTHS[ship->class];
    return range == LENGTH_MAX || dy * dy + dx * dx <= range * range;
}

/* Shoots at the best field within range of a ship; without one, at that of the board. */
static void shoot(const Ship *ship) {
    int best = 0, best_y = 0, best_x = 0;
    for (int y = 0; y < rows; y++)
        for (int x = 0; x < columns; x++)
            if ((ship == NULL || is_in_range(ship, y, x)) && worth(field(y, x)) > best)
                best = worth(field(y, x)), best_y = y, best_x = x;
    if (best == 0)
        return;
    if (ship == NULL)
        printf("SHOOT %d %d\n", best_y, best_x);
    else
        printf("SHOOT %d %s %d %d\n", ship->index, CLASS_NAMES[ship->class], best_y, best_x);
    Field *target = field(best_y, best_x);
    target->is_target = target->is_suspect = false;
    target->seen = turn;
}

static bool sees_target(void) {
    for (int i = 0; i < rows * columns; i++)
        if (board[i].is_target)
            return true;
    return false;
}

static void attack(void) {
    look();
    for (int i = 0; i < own->count; i++) {
        const Ship *ship = &own->ships[i];
        bool is_carrier = LENGTHS[ship->class] == LENGTH_MAX;
        /* Without its cannon, a ship sends neither shots nor planes. */
        if (field(row_of(ship, 1), column_of(ship, 1))->glyph == 'x')
            continue;
        for (int action = 0; action < LENGTHS[ship->class]; action++)
            if (is_carrier && !(is_extended && sees_target()))
                spy(ship->index);
            else if (is_extended)
                shoot(ship);
    }
    if (!is_extended)
        shoot(NULL);
}

int main(void) {
    read_setup();
    /* The facts of a turn; at the end of the game, there is something else, or nothing. */
    while (read_line() && strcmp(line, "[state]\n") == 0) {
        bool is_incomplete = false;
        while (read_line() && strcmp(line, "[state]\n") != 0) {
            int y, x;
            if (sscanf(line, "INFORMATION %*c BARRED %d %d", &y, &x) == 2)
                field(y, x)->is_barred = true;
            is_incomplete |= strstr(line, " INCOMPLETE ") != NULL;
        }
        char tag[16] = "";
        if (read_line())
            memcpy(tag, line, sizeof tag - 1);
        turn++;
        bool is_placing = false;
        for (int i = 0; i < own->count; i++)
            is_placing |= !own->ships[i].is_placed;
        if (is_placing)
            place();
        else if (!is_incomplete)
            attack();
        fputs(tag, stdout);
        fflush(stdout);
    }
}
