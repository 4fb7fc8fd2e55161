import { linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { errorCodeOf } from './system-error.ts'

const POLL_MS = 50
const MAX_ATTEMPTS = 4 * 60 * (1000 / POLL_MS)
/** The lock is never in use this long; an older file was left by a machine that lost power. */
const STALE_MS = 180_000

/**
 * Runs `work` while no other process of this folder starts or stops the database. The lock is a file holding the
 * process id; one whose process is gone is taken over.
 */
export async function withStartLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  for (let attempt = 0; !tryLock(path); attempt += 1) {
    if (attempt > MAX_ATTEMPTS)
      throw new Error(`Another process holds ${path}. Remove it if none is starting.`)
    if (isAbandoned(path)) removeAbandoned(path)
    else await pause(POLL_MS)
  }
  try {
    return await work()
  } finally {
    rmSync(path, { force: true })
  }
}

/** The file appears together with its content, so that no process reads a half-written id. */
function tryLock(path: string): boolean {
  const draft = `${path}.${process.pid}`
  writeFileSync(draft, `${process.pid}\n`, { mode: 0o600 })
  try {
    linkSync(draft, path)
    return true
  } catch (error) {
    if (errorCodeOf(error) === 'EEXIST') return false
    throw error
  } finally {
    rmSync(draft, { force: true })
  }
}

function isAbandoned(path: string): boolean {
  try {
    const holder = Number(readFileSync(path, 'utf8'))
    return !isAlive(holder) || ageMs(path) > STALE_MS
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT') return false
    throw error
  }
}

/** Age by the file system's own clock: against a file written now. */
function ageMs(path: string): number {
  const probe = `${path}.${process.pid}.now`
  writeFileSync(probe, '')
  try {
    return statSync(probe).mtimeMs - statSync(path).mtimeMs
  } finally {
    rmSync(probe, { force: true })
  }
}

/** Two processes may find the same dead holder, so the moved file is checked again before it is deleted. */
function removeAbandoned(path: string): void {
  const moved = `${path}.${process.pid}.aside`
  try {
    renameSync(path, moved)
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT') return
    throw error
  }
  if (!isAbandoned(moved)) {
    try {
      linkSync(moved, path)
    } catch (error) {
      if (errorCodeOf(error) !== 'EEXIST') throw error
    }
  }
  rmSync(moved, { force: true })
}

/** Whether a process with this id runs, also one of another account. */
export function isAlive(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return errorCodeOf(error) === 'EPERM'
  }
}
