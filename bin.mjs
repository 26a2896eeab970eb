#!/usr/bin/env node
// Starts the program on a Node that can run it. This file itself runs on older ones, to say so.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const NEEDED = 24;
const USAGE = 2;
const root = dirname(fileURLToPath(import.meta.url));

if (major(process.version) >= NEEDED) start();
else {
  // In a clone, npm ci has installed one beside the other dependencies.
  const own = join(root, 'node_modules', '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');
  if (major(versionOf(own)) >= NEEDED) restartWith(own);
  else complain();
}

function start() {
  const compiled = join(root, 'dist', 'command', 'main.js');
  const source = join(root, 'src', 'cli', 'main.ts');
  import(pathToFileURL(existsSync(compiled) && !existsSync(source) ? compiled : source).href);
}

function complain() {
  console.error(
    `payin-recon needs Node ${NEEDED} or newer and this is ${process.version}: ` +
      'install it from https://nodejs.org, or in a clone of the repository run npm ci once.',
  );
  process.exitCode = USAGE;
}

function restartWith(node) {
  const child = spawn(node, [join(root, 'bin.mjs'), ...process.argv.slice(2)], {
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT']) {
    process.on(signal, () => {
      // A key pressed in a terminal has reached the child already, and twice would mean something else.
      const fromKeyboard = process.stdin.isTTY && (signal === 'SIGINT' || signal === 'SIGQUIT');
      if (!fromKeyboard) child.kill(signal);
    });
  }
  child.on('exit', (code, signal) => {
    process.exitCode = signal === null ? code : 128 + constants.signals[signal];
  });
}

function versionOf(node) {
  const said = existsSync(node)
    ? spawnSync(node, ['--version'], { encoding: 'utf8', shell: process.platform === 'win32' })
    : {};
  return said.stdout || '';
}

function major(version) {
  return Number(version.replace(/^v/, '').split('.')[0]);
}
