#include <stdio.h>
#include <conio.h>

#define ROWS 21
#define COLS 10

char classes[4][4] = { "CAR", "BAT", "CRU", "DES" };
int fleet[2][4] = { { 1, 2, 3, 4 }, { 1, 2, 3, 4 } };
int present[2][4][10];
char owner[ROWS][COLS], part[ROWS][COLS], hit[ROWS][COLS];
int parts[2];

void fail(char *command, char *reason) {
    printf_s("INVALID OPERATION \"%s\": %s\n", command, reason);
    exit(0);
}

int missing() {
    int p, c, i, count = 0;
    for (p = 0; p < 2; p++) for (c = 0; c < 4; c++) {
        count += fleet[p][c];
        for (i = 0; i < 10; i++) count -= present[p][c][i];
    }
    return count;
}

void place(int p, char *line, char **context) {
    int y = atoi(strtok_s(NULL, " ", context)), x = atoi(strtok_s(NULL, " ", context));
    char d = *strtok_s(NULL, " ", context);
    int i = atoi(strtok_s(NULL, " ", context)), c, k, n;
    char *name = _strupr(strtok_s(NULL, " \r", context));
    int dy = d == 'N' ? 1 : d == 'S' ? -1 : 0, dx = d == 'W' ? 1 : d == 'E' ? -1 : 0;
    for (c = 0; stricmp(classes[c], name) != 0; c++);
    n = 5 - c;
    for (k = 0; k < n; k++)
        if (y + k * dy < 11 * p || y + k * dy > 11 * p + 9 || x + k * dx < 0 || x + k * dx >= COLS)
            fail(line, "NOT IN STARTING POSITION");
    if (i < 10 && present[p][c][i]) fail(line, "SHIP ALREADY PRESENT");
    if (i >= fleet[p][c]) fail(line, "ALL SHIPS OF THE CLASS ALREADY SET");
    present[p][c][i] = 1;
    parts[p] += n;
    for (k = 0; k < n; k++) {
        owner[y + k * dy][x + k * dx] = (char)(p + 1);
        part[y + k * dy][x + k * dx] = k == 0 ? '@' : k == n - 1 ? '%' : k == 1 ? '!' : '+';
    }
}

void print(int extended) {
    char text[8];
    int y, x;
    if (extended) {
        printf("  ");
        for (x = 0; x < COLS; x++) printf("%s", itoa(x, text, 10));
        printf("\n");
    }
    for (y = 0; y < ROWS; y++) {
        if (extended) {
            sprintf_s(text, sizeof(text), "%02d", y);
            printf("%s", text);
        }
        for (x = 0; x < COLS; x++)
            putchar(!owner[y][x] ? ' ' : hit[y][x] ? 'x' : extended ? part[y][x] : '+');
        printf("\n");
    }
    printf("PARTS REMAINING:: A : %d B : %d\n", parts[0], parts[1]);
}

void main() {
    static char line[1000], copy[1000];
    char *word, *context;
    int current = -1, next = 0, c;
    __int64 lines = 0;
    while (gets(line)) {
        lines++;
        strcpy_s(copy, sizeof(copy), line);
        word = strtok_s(copy, " ", &context);
        if (word == NULL || strcmp(word, "[state]") == 0) continue;
        if (strcmp(word, "[playerA]") == 0 || strcmp(word, "[playerB]") == 0) {
            if (current >= 0) {
                if (parts[1 - current] == 0 && missing() == 0) {
                    printf("%c won\n", 'A' + current);
                    return;
                }
                next = 1 - current;
                current = -1;
            } else if (word[7] - 'A' == next) {
                current = next;
            } else {
                strcat_s(line, sizeof(line), " ");
                fail(line, "THE OTHER PLAYER EXPECTED");
            }
        } else if (strcmp(word, "PRINT") == 0) {
            print(atoi(strtok_s(NULL, " ", &context)));
        } else if (strcmp(word, "SET_FLEET") == 0) {
            int p = *strtok_s(NULL, " ", &context) - 'A';
            for (c = 0; c < 4; c++) fleet[p][c] = atoi(strtok_s(NULL, " ", &context));
        } else if (strcmp(word, "NEXT_PLAYER") == 0) {
            next = *strtok_s(NULL, " ", &context) - 'A';
        } else if (strcmp(word, "PLACE_SHIP") == 0) {
            place(current, line, &context);
        } else if (strcmp(word, "SHOOT") == 0) {
            int y = atoi(strtok_s(NULL, " ", &context)), x = atoi(strtok_s(NULL, " ", &context));
            if (missing()) fail(line, "NOT ALL SHIPS PLACED");
            if (y < 0 || y >= ROWS || x < 0 || x >= COLS) fail(line, "FIELD DOES NOT EXIST");
            if (owner[y][x] && !hit[y][x]) parts[owner[y][x] - 1]--;
            hit[y][x] = 1;
        }
    }
    fflush(stdin);
    system("pause");
    getch();
}
