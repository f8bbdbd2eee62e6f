// ships.cpp : Defines the entry point for the console application.
#define _CRT_SECURE_NO_WARNINGS
#define _CRTDBG_MAP_ALLOC
#include "stdafx.h"
#include <conio.h>
#include <Windows.h>
#pragma warning(disable : 4996)

using namespace std;

const int ROWS = 21, COLS = 10;
const char *CLASSES[] = { "CAR", "BAT", "CRU", "DES" };
const int LENGTHS[] = { 5, 4, 3, 2 };

struct Ship { int y, x, dy, dx, length; bool hit[5]; };

struct Player {
	int fleet[4];
	Ship *ships[4][10];
	int placed, parts;
	int first, last;

	Player(int first, int last) : placed(0), parts(0), first(first), last(last) {
		memset(ships, 0, sizeof(ships));
		for (int i = 0; i < 4; i++) fleet[i] = i + 1;
	}
	~Player() {
		for (int c = 0; c < 4; c++) for (int i = 0; i < 10; i++) delete ships[c][i];
	}
	int all() { return fleet[0] + fleet[1] + fleet[2] + fleet[3]; }
};

char board[ROWS][COLS];

int number(const char *name) {
	for (int c = 0; c < _countof(CLASSES); c++) if (_stricmp(CLASSES[c], name) == 0) return c;
	return -1;
}

// Returns the reason, or NULL.
const char *place(Player &player, int y, int x, char direction, int index, int c) {
	Ship ship;
	ship.y = y; ship.x = x; ship.length = LENGTHS[c];
	ship.dy = direction == 'N' ? 1 : direction == 'S' ? -1 : 0;
	ship.dx = direction == 'W' ? 1 : direction == 'E' ? -1 : 0;
	for (int i = 0; i < ship.length; i++) {
		ship.hit[i] = false;
		int py = y + i * ship.dy, px = x + i * ship.dx;
		if (py < player.first || py > player.last || px < 0 || px >= COLS) return "NOT IN STARTING POSITION";
	}
	if (index < 10 && player.ships[c][index]) return "SHIP ALREADY PRESENT";
	if (index >= player.fleet[c]) return "ALL SHIPS OF THE CLASS ALREADY SET";
	player.ships[c][index] = new Ship(ship);
	player.placed++;
	player.parts += ship.length;
	return NULL;
}

void draw(Player *players[], bool extended) {
	char text[32] = "";
	for (int y = 0; y < ROWS; y++) for (int x = 0; x < COLS; x++) board[y][x] = ' ';
	for (int p = 0; p < 2; p++) for (int c = 0; c < 4; c++) for (int i = 0; i < 10; i++) {
		Ship *ship = players[p]->ships[c][i];
		if (!ship) continue;
		for (int k = 0; k < ship->length; k++) {
			char part = !extended ? '+' : k == 0 ? '@' : k == ship->length - 1 ? '%' : k == 1 ? '!' : '+';
			board[ship->y + k * ship->dy][ship->x + k * ship->dx] = ship->hit[k] ? 'x' : part;
		}
	}
	if (extended) {
		strcpy_s(text, "  ");
		for (int x = 0; x < COLS; x++) {
			char digit[4];
			_itoa_s(x, digit, 10);
			strcat_s(text, digit);
		}
		cout << text << endl;
	}
	for (int y = 0; y < ROWS; y++) {
		if (extended) { sprintf_s(text, "%02d", y); cout << text; }
		cout << string(board[y], COLS) << endl;
	}
	sprintf_s(text, sizeof(text), "PARTS REMAINING:: A : %d B : %d", players[0]->parts, players[1]->parts);
	cout << text << endl;
}

void shoot(Player *players[], int y, int x) {
	for (int p = 0; p < 2; p++) for (int c = 0; c < 4; c++) for (int i = 0; i < 10; i++) {
		Ship *ship = players[p]->ships[c][i];
		for (int k = 0; ship && k < ship->length; k++) {
			if (ship->y + k * ship->dy != y || ship->x + k * ship->dx != x || ship->hit[k]) continue;
			ship->hit[k] = true;
			players[p]->parts--;
		}
	}
}

int _tmain(int argc, _TCHAR* argv[]) {
	_CrtSetDbgFlag(_CRTDBG_ALLOC_MEM_DF | _CRTDBG_LEAK_CHECK_DF);
	SetConsoleTitle(_T("Ships"));
	Player a(0, 9), b(11, 20);
	Player *players[] = { &a, &b };
	int next = 0, current = -1;
	bool state = false, shot = false;
	char line[256];
	while (gets_s(line)) {
		const char *reason = NULL;
		char word[32] = "", name[8] = "", direction;
		int y, x, n[4];
		sscanf_s(line, "%s", word, (unsigned)sizeof(word));
		if (strcmp(word, "[state]") == 0) state = !state;
		else if (strncmp(word, "[player", 7) == 0) {
			if (current >= 0) {
				if (players[1 - current]->parts == 0 && a.placed == a.all() && b.placed == b.all()) {
					printf_s("%c won\n", 'A' + current);
					return 0;
				}
				next = 1 - current;
				current = -1;
			}
			else {
				if (word[7] - 'A' != next) {
					printf("INVALID OPERATION \"%s \": THE OTHER PLAYER EXPECTED\n", word);
					return 0;
				}
				current = next;
				shot = false;
			}
		}
		else if (sscanf_s(line, "SET_FLEET %c %d %d %d %d", &direction, 1, n, n + 1, n + 2, n + 3) == 5)
			memcpy_s(players[direction - 'A']->fleet, sizeof(a.fleet), n, sizeof(n));
		else if (sscanf_s(line, "NEXT_PLAYER %c", &direction, 1) == 1) next = direction - 'A';
		else if (sscanf_s(line, "PRINT %d", &x) == 1) draw(players, x == 1);
		else if (sscanf_s(line, "PLACE_SHIP %d %d %c %d %s", &y, &x, &direction, 1, n, name, (unsigned)_countof(name)) == 5)
			reason = place(*players[current], y, x, direction, n[0], number(name));
		else if (sscanf_s(line, "SHOOT %d %d", &y, &x) == 2) {
			if (a.placed < a.all() || b.placed < b.all()) reason = "NOT ALL SHIPS PLACED";
			else if (y < 0 || y >= ROWS || x < 0 || x >= COLS) reason = "FIELD DOES NOT EXIST";
			else shoot(players, y, x);
		}
		if (reason) {
			cout << "INVALID OPERATION \"" << line << "\": " << reason << endl;
			break;
		}
	}
	Sleep(100);
	_getch();
	return 0;
}
