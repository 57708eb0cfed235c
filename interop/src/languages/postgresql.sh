# Executes each file of the standard input in a transaction of a new server, which ends with this script.
set -eu
programs=$(dirname "$(ls /usr/lib/postgresql/*/bin/initdb | tail -n 1)")
directory=$(mktemp -d)
as_user() { "$@"; }
# The server does not run for root.
if [ "$(id -u)" = 0 ]; then
    chown nobody "$directory"
    as_user() { setpriv --reuid=nobody --regid=nogroup --clear-groups "$@"; }
fi
cd "$directory"
stop() {
    as_user "$programs/pg_ctl" -D "$directory/data" -m immediate stop >/dev/null 2>&1 || true
    rm -rf "$directory"
}
trap stop EXIT
as_user "$programs/initdb" -D "$directory/data" -U tester -A trust -E UTF8 --locale=C.UTF-8 --no-sync >/dev/null
settings="-c listen_addresses= -c fsync=off -c max_locks_per_transaction=2000"
as_user "$programs/pg_ctl" -D "$directory/data" -w -l "$directory/log" -o "-k $directory $settings" start >/dev/null
while read -r file; do
    problem=$(psql -h "$directory" -U tester -d postgres -X -q -v ON_ERROR_STOP=1 \
        -c BEGIN -f "$file" -c ROLLBACK 2>&1 </dev/null) || true
    printf '%s\n' "${problem%%$'\n'*}"
done
