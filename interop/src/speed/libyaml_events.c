/* Counts the events of a YAML document, and does nothing else: the bare speed of libyaml. Its functions are declared
   here, so that only the library is needed and not its headers. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int yaml_parser_initialize(void *);
void yaml_parser_set_input_string(void *, const unsigned char *, size_t);
int yaml_parser_parse(void *, void *);
void yaml_event_delete(void *);

/* Larger than libyaml's own structures. */
static long long parser[512], event[64];

enum { STREAM_END = 2 };

int main(int count, char **arguments) {
    FILE *file = count == 2 ? fopen(arguments[1], "rb") : NULL;
    if (!file || fseek(file, 0, SEEK_END)) return 2;
    long length = ftell(file);
    unsigned char *text = malloc(length + 1);
    rewind(file);
    if (!text || fread(text, 1, length, file) != (size_t)length) return 2;
    if (!yaml_parser_initialize(parser)) return 2;
    yaml_parser_set_input_string(parser, text, length);
    long events = 0;
    for (int kind = 0; kind != STREAM_END; events++) {
        memset(event, 0, sizeof event);
        if (!yaml_parser_parse(parser, event)) return 1;
        kind = *(int *)event;
        yaml_event_delete(event);
    }
    printf("%ld\n", events);
    return 0;
}
