"""The server of Scripts/with-postgresql, and the operations on it."""

import os
import pathlib
import re
import shutil
import subprocess
import time


class Server:
    def __init__(self):
        self.url = os.environ["NETTASK_POSTGRESQL"]
        self.control = os.environ["NETTASK_POSTGRESQL_CONTROL"]
        self.psql = pathlib.Path(os.environ["NETTASK_POSTGRESQL_PROGRAMS"]) / "psql"

    def url_of(self, database, host="127.0.0.1"):
        """The address of one of its databases, also for a client in another network."""
        return re.sub(r"@[^:/]+", f"@{host}", self.url.rsplit("/", 1)[0]) + f"/{database}"

    def sql(self, database, statement):
        """The rows, as lists of texts. Waits while the server is unavailable."""
        command = [self.psql, "-X", "-q", "-A", "-t", "-F", "\t", "-v", "ON_ERROR_STOP=1", "-d", self.url_of(database), "-c", statement]
        for _ in range(100):
            done = subprocess.run(command, capture_output=True, text=True)
            if done.returncode == 0:
                return [line.split("\t") for line in done.stdout.splitlines()]
            if done.returncode != 2:
                break
            time.sleep(0.2)
        raise RuntimeError(f"{statement}: {done.stderr}")

    def make_database(self, name):
        self.sql("nettask", f"CREATE DATABASE {name}")

    def session(self, database):
        """A persistent connection; statements are written to its input."""
        command = [self.psql, "-X", "-q", "-A", "-t", "-d", self.url_of(database)]
        return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

    def stop_hard(self):
        subprocess.run([self.control, "stop", "-m", "immediate"], check=True, capture_output=True)

    def start(self):
        # The last connections of the previous server may still use its memory.
        for _ in range(20):
            # Not with pipes, because the server would keep them open.
            if subprocess.run([self.control, "start"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0:
                return
            time.sleep(0.3)
        raise RuntimeError("the server does not start again")

    def configure(self, address):
        """Configures 40 connections, also from the network of an address."""
        folder = pathlib.Path(self.control).parent / "data"
        with open(folder / "postgresql.conf", "a") as file:
            file.write(f"max_connections = 40\nlisten_addresses = '*'\n")
        with open(folder / "pg_hba.conf", "a") as file:
            file.write(f"host all all {address}/30 scram-sha-256\n")
        self.stop_hard()
        self.start()


class Pooler:
    """PgBouncer in transaction mode, in front of the server."""

    PORT = 6439

    @staticmethod
    def is_possible():
        """Whether PgBouncer is installed and supports prepared statements, which needs version 1.21."""
        if not shutil.which("pgbouncer"):
            return False
        version = subprocess.run(["pgbouncer", "--version"], capture_output=True, text=True).stdout
        return tuple(int(number) for number in re.findall(r"\d+", version)[:2]) >= (1, 21)

    def __init__(self, server, folder, database):
        user, password, port = re.fullmatch(r"postgres://([^:]+):([^@]+)@[^:/]+:(\d+)/.*", server.url).groups()
        (folder / "users.txt").write_text(f'"{user}" "{password}"\n')
        (folder / "pgbouncer.ini").write_text(
            f"[databases]\n{database} = host=127.0.0.1 port={port} dbname={database}\n"
            f"[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = {self.PORT}\nunix_socket_dir =\nauth_type = scram-sha-256\n"
            f"auth_file = {folder}/users.txt\npool_mode = transaction\nmax_prepared_statements = 100\n"
            "default_pool_size = 3\nignore_startup_parameters = options\nlogfile = /dev/null\n"
        )
        # PgBouncer refuses to run as root.
        account = ["-u", "nobody"] if os.getuid() == 0 else []
        for path in folder, folder / "users.txt", folder / "pgbouncer.ini":
            path.chmod(0o755)
        self.process = subprocess.Popen(["pgbouncer", "-q", *account, folder / "pgbouncer.ini"], stderr=subprocess.DEVNULL)
        self.url = re.sub(r"@[^/]+/.*", f"@127.0.0.1:{self.PORT}/{database}", server.url)

    def stop(self):
        self.process.kill()
        self.process.wait()


class Network:
    """A separate network, whose only link leads to this one and can be cut."""

    NAME, HERE, THERE = "nettask-away", "10.213.7.1", "10.213.7.2"

    @classmethod
    def is_possible(cls):
        """Whether it can be created here: this needs root, `ip` of iproute2, and support by the kernel."""
        if not shutil.which("ip"):
            return False
        try:
            cls().remove()
            return True
        except subprocess.CalledProcessError:
            return False

    def __init__(self):
        self.remove()
        run = lambda *words: subprocess.run(["ip", *words], check=True)
        run("netns", "add", self.NAME)
        run("link", "add", "nettask-here", "type", "veth", "peer", "name", "nettask-there", "netns", self.NAME)
        run("addr", "add", f"{self.HERE}/30", "dev", "nettask-here")
        run("link", "set", "nettask-here", "up")
        run("-n", self.NAME, "addr", "add", f"{self.THERE}/30", "dev", "nettask-there")
        run("-n", self.NAME, "link", "set", "nettask-there", "up")

    @property
    def prefix(self):
        """The prefix of a command that runs in the network."""
        return ["ip", "netns", "exec", self.NAME]

    def cut(self, is_cut):
        """Drops all packets in both directions, without an error."""
        subprocess.run(["ip", "link", "set", "nettask-here", "down" if is_cut else "up"], check=True)

    def remove(self):
        subprocess.run(["ip", "link", "del", "nettask-here"], stderr=subprocess.DEVNULL)
        subprocess.run(["ip", "netns", "del", self.NAME], stderr=subprocess.DEVNULL)
