import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Linux counts processor time in these, on every architecture. */
const TICKS_PER_SECOND = 100

/** Fields of `/proc/<pid>/stat` after the name, counted from the state: parent, and the times (proc(5)). */
const PARENT = 1
const OWN_TIMES = [11, 12] as const
const ENDED_CHILDREN_TIMES = [13, 14] as const

/** Processor time of a PostgreSQL and of all its connections, ended ones included, in milliseconds; 0 where there is no /proc. */
export function databaseCpuMs(dataDir: string): number {
  const pidFile = readdirSync(dataDir, { recursive: true, encoding: 'utf8' }).find((path) =>
    path.endsWith('postmaster.pid'),
  )
  const postmaster = pidFile && readFileSync(join(dataDir, pidFile), 'utf8').split('\n')[0]
  if (!postmaster) return 0
  let ticks = 0
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const fields = statOf(pid)
    const isPostmaster = pid === postmaster
    if (!isPostmaster && fields[PARENT] !== postmaster) continue
    const counted = isPostmaster ? [...OWN_TIMES, ...ENDED_CHILDREN_TIMES] : OWN_TIMES
    for (const index of counted) ticks += Number(fields[index])
  }
  return (ticks * 1_000) / TICKS_PER_SECOND
}

function statOf(pid: string): readonly string[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    // It ended meanwhile.
    return []
  }
}
