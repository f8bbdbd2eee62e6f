# MSVC takes a main function without a result, and ends with 0. Lines stay lines.
s/(^|[^[:alnum:]_])void[[:space:]]+main[[:space:]]*\([[:space:]]*(void)?[[:space:]]*\)/\1void void_main(void); int main(void) { void_main(); return 0; } void void_main(void)/
s/(^|[^[:alnum:]_])void[[:space:]]+main[[:space:]]*\(([^)]+)\)/\1void void_main(\2); int main(int argc, char **argv) { void_main(argc, argv); return 0; } void void_main(\2)/
