import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Reads what a simulator wrote before; `fallback` when there is nothing. Without a folder nothing is stored. */
export function readState<State extends object>(dataDir: string | undefined, fallback: State): State {
  if (dataDir === undefined) return fallback
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  try {
    const read: unknown = JSON.parse(readFileSync(join(dataDir, 'state.json'), 'utf8'))
    return typeof read === 'object' && read !== null ? Object.assign(fallback, read) : fallback
  } catch {
    return fallback
  }
}

export function writeState(dataDir: string | undefined, state: object): void {
  if (dataDir === undefined) return
  const path = join(dataDir, 'state.json')
  writeFileSync(`${path}.new`, JSON.stringify(state), { mode: 0o600 })
  renameSync(`${path}.new`, path)
}
