/**
 * Installs the project's own tools on a machine that has only Node 20 or newer and npm. Plain JavaScript without
 * dependencies: it runs before there are any.
 */
import { spawn, spawnSync } from 'node:child_process'
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const projectFolder = fileURLToPath(new URL('../..', import.meta.url))
const modulesFolder = join(projectFolder, 'node_modules')
const windows = process.platform === 'win32'
const ownNode = join(modulesFolder, 'node', 'bin', windows ? 'node.exe' : 'node')

/** True when node_modules matches the lock; packages of other platforms may be absent. */
function isInstalled() {
  try {
    const wanted = JSON.parse(readFileSync(join(projectFolder, 'package-lock.json'), 'utf8')).packages
    // npm writes this file last, so an interrupted installation has none.
    const present = JSON.parse(readFileSync(join(modulesFolder, '.package-lock.json'), 'utf8')).packages
    return (
      existsSync(ownNode) &&
      Object.entries(wanted).every(
        ([folder, { version, optional }]) =>
          folder === '' || present[folder]?.version === version || (optional && !present[folder]),
      )
    )
  } catch {
    return false
  }
}

/** The search path without this project's own tools: npm must not run on a Node it is about to replace. */
function outsidePath() {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.startsWith(modulesFolder))
    .join(delimiter)
}

/** Runs npm; returns `undefined` on success, else its output. */
function runNpm(args) {
  const result = spawnSync('npm', args, {
    cwd: projectFolder,
    stdio: ['ignore', 'inherit', 'pipe'],
    encoding: 'utf8',
    shell: windows,
    env: { ...process.env, PATH: outsidePath() },
  })
  if (result.status === 0) return undefined
  return result.error ? `npm could not be started: ${result.error.message}` : result.stderr
}

/** Why an installation failed and how to go on, in one line, derived from npm's output. */
export function installationFailure(said) {
  const goOn = 'then run the same command again.'
  if (/ENOSPC|no space left/i.test(said)) {
    return `There is no room left on the disk for the packages. Free about 1 GB, ${goOn}`
  }
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH/.test(said)) {
    return `The package registry cannot be reached. Check the network (npm config get registry), ${goOn}`
  }
  if (/EACCES|EPERM|EROFS/.test(said)) {
    return `This account may not write into ${modulesFolder}. Correct its owner, ${goOn}`
  }
  const reason = said.split('\n').find((line) => /^npm (?:ERR!|error) (?!code)/.test(line))
  return `The packages could not be installed${reason ? `: ${reason.replace(/^npm \S+ /, '')}` : ''}.`
}

/** True when a complete installation of any age exists. */
function isAnyInstalled() {
  return existsSync(ownNode) && existsSync(join(modulesFolder, '.package-lock.json'))
}

/**
 * Installs from the lock when needed. Throws with a message for people when that is impossible. With `keepOlder` an
 * older installation stays: for commands that run beside a server, whose packages must not be removed.
 */
export function ensureInstalled({ keepOlder = false } = {}) {
  if (keepOlder ? isAnyInstalled() : isInstalled()) return
  console.log('Installing packages (once; about 800 MB on disk)')
  const quiet = ['--no-audit', '--no-fund', '--include=dev', '--loglevel=error']
  // A registry without the packages of other platforms makes `npm ci` refuse; a plain install then still works.
  const said = runNpm(['ci', ...quiet]) && runNpm(['install', '--no-save', ...quiet])
  if (said !== undefined) throw new Error(installationFailure(said))
  if (!existsSync(ownNode)) {
    throw new Error(
      'Node 24 did not arrive with the packages. Are install scripts switched off (ignore-scripts)?',
    )
  }
}

/** Environment in which `node`, `vite`, `vitest`… are the project's own. */
export function toolEnvironment(extra = {}) {
  const path = [join(modulesFolder, 'node', 'bin'), join(modulesFolder, '.bin'), outsidePath()]
  return { ...process.env, ...extra, PATH: path.join(delimiter) }
}

/**
 * Runs one of the project's commands in a shell and streams its output, or writes it to the file `output`. Returns
 * the exit code; a command that outlives `limitMinutes` is stopped and counts as failed.
 */
export function runCommand(command, { env = {}, limitMinutes = 15, output } = {}) {
  return new Promise((resolve) => {
    const out = output ? openSync(output, 'w') : 'inherit'
    const child = spawn(command, {
      cwd: projectFolder,
      shell: true,
      stdio: ['ignore', out, out],
      env: toolEnvironment(env),
    })
    if (output) closeSync(out)
    const limit = setTimeout(() => {
      console.error(`Stopped after ${limitMinutes} minutes: ${command}`)
      child.kill('SIGTERM')
      setTimeout(() => child.kill('SIGKILL'), 5_000).unref()
    }, limitMinutes * 60_000)
    child.on('exit', (code) => {
      clearTimeout(limit)
      resolve(code ?? 1)
    })
    child.on('error', () => resolve(1))
  })
}

/**
 * Runs the project's own Node 24 instead of this process: on the same terminal, without a time limit. Returns its
 * exit code.
 */
export function runOwnNode(args) {
  return new Promise((resolve, reject) => {
    const child = spawn(ownNode, args, { cwd: projectFolder, stdio: 'inherit', env: toolEnvironment() })
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
      process.on(signal, () => {
        // A terminal sends Ctrl-C to every process itself, and npm repeats it; twice would interrupt the cleanup.
        if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
      })
    }
    child.on('error', reject)
    child.on('exit', (code, signal) => resolve(code ?? 128 + (constants.signals[signal] ?? 0)))
  })
}

/** Starts the project's own Node 24 with these arguments, independent of the machine's Node. */
export function startOwnNode(args, env = {}) {
  return spawn(ownNode, args, {
    cwd: projectFolder,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: toolEnvironment(env),
  })
}
