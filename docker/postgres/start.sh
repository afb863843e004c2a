#!/bin/sh
# A PostgreSQL server of the cluster: `start.sh primary` or `start.sh standby`. The first start creates the
# database or copies that of the primary; later starts use it. Needs PostgreSQL 15 or newer in PATH and an
# unprivileged user.
#
#   PGDATA, PGPORT         the data folder (its parent must exist) and the port; 5432
#   LISTEN_ADDRESSES       addresses on which it listens; * (all)
#   SOCKETS                folder of its Unix socket; /run/postgresql
#   DB_PASSWORD            of the role zeitnot, which owns the database zeitnot; for the primary's first start
#   REPLICATION_PASSWORD   of the role replicator, which may only copy
#   PRIMARY                host:port of the primary; for the standby
set -eu
role=$1
here=$(dirname "$0")
sockets=${SOCKETS:-/run/postgresql}
new=$PGDATA.new  # renamed when it is complete
export PGPORT="${PGPORT:-5432}" PGHOST="$sockets" PGUSER=postgres

# Only these roles may use these databases, from the networks of this machine; the socket is for this script.
access() {
    cat <<'HBA'
local all         postgres             trust
host  zeitnot     zeitnot,zeitnot_serve samenet scram-sha-256
host  replication replicator  samenet  scram-sha-256
HBA
}

make_primary() {
    initdb --pgdata="$new" --username=postgres --auth=trust --encoding=UTF8 --locale=C --data-checksums
    access >"$new/pg_hba.conf"
    cat "$here/settings.conf" >>"$new/postgresql.conf"
    # Not reachable for others, and without waiting for a standby.
    pg_ctl --pgdata="$new" --wait --silent start \
        -o "-c listen_addresses= -c synchronous_standby_names= -c unix_socket_directories='$new'"
    psql --host="$new" --quiet --no-psqlrc --set=ON_ERROR_STOP=1 --dbname=postgres <<'SQL'
\getenv db_password DB_PASSWORD
\getenv replication_password REPLICATION_PASSWORD
CREATE ROLE zeitnot LOGIN PASSWORD :'db_password';
CREATE ROLE replicator LOGIN REPLICATION PASSWORD :'replication_password';
CREATE DATABASE zeitnot OWNER zeitnot;
REVOKE ALL ON DATABASE zeitnot, postgres, template1 FROM PUBLIC;
SQL
    pg_ctl --pgdata="$new" --wait --silent --mode=fast stop
    mv "$new" "$PGDATA"
}

copy_primary() {
    # The primary may still be starting.
    until pg_basebackup --pgdata="$new" --wal-method=stream --checkpoint=fast \
        --dbname="host=${PRIMARY%:*} port=${PRIMARY##*:} user=replicator application_name=copy"; do
        rm -rf "$new"
        sleep 1
    done
    touch "$new/standby.signal"  # promotion deletes it, which makes this a primary
    mv "$new" "$PGDATA"
}

case $role in
    primary) set -- ;;
    standby)
        export PGPASSWORD="$REPLICATION_PASSWORD"
        # After its promotion there is no standby for which its commits could wait.
        set -- -c synchronous_standby_names= \
            -c primary_conninfo="host=${PRIMARY%:*} port=${PRIMARY##*:} user=replicator application_name=standby"
        ;;
    *) echo "start.sh: neither primary nor standby: $role" >&2; exit 2 ;;
esac
rm -rf "$new"
if [ ! -e "$PGDATA" ]; then
    if [ "$role" = primary ]; then make_primary; else copy_primary; fi
fi
exec postgres -D "$PGDATA" -c listen_addresses="${LISTEN_ADDRESSES:-*}" -c port="$PGPORT" \
    -c unix_socket_directories="$sockets" "$@"
