"""A program in a terminal of its own, whose screen can be read."""

import fcntl
import os
import pty
import select
import signal
import struct
import termios
import time

import pyte


class Screen:
    """A terminal of a given size, and the program in it."""

    def __init__(self, command, environment, directory, rows, columns):
        self.screen = pyte.Screen(columns, rows)
        self.stream = pyte.ByteStream(self.screen)
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            os.chdir(directory)
            os.execvpe(command[0], command, environment)
        fcntl.ioctl(self.terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def type(self, keys):
        os.write(self.terminal, keys.encode())

    def read(self, seconds):
        """Shows what the program prints within a time; returns whether it printed anything."""
        ready, _, _ = select.select([self.terminal], [], [], seconds)
        if not ready:
            return False
        try:
            self.stream.feed(os.read(self.terminal, 1 << 16))
        except OSError:  # The program has ended.
            time.sleep(seconds)
            return False
        return True

    def text(self):
        """The lines of the screen that are not blank."""
        lines = (line.rstrip() for line in self.screen.display)
        return "".join(f"{line}\n" for line in lines if line and line != "~")

    def wait(self, is_shown, seconds):
        """Waits until the screen is as wanted; returns whether it is."""
        end = time.monotonic() + seconds
        while not is_shown(self.text()):
            if time.monotonic() > end:
                return False
            self.read(0.1)
        return True

    def settle(self, seconds):
        """Waits until the program has printed nothing for a while."""
        while self.read(seconds):
            pass

    def close(self):
        os.kill(self.process, signal.SIGKILL)
        os.waitpid(self.process, 0)
        os.close(self.terminal)
