import { execFileSync, spawn } from 'node:child_process'
import { openSync } from 'node:fs'
import { until } from '#tests/support/several-servers.ts'

/**
 * A machine as others see it: an address on a network of its own, with processes that end, freeze or are cut off together.
 * It is a network namespace of Linux, which needs root.
 */
export type Machine = {
  readonly name: string
  readonly address: string
  /** Starts a program as the user `postgres`; what it prints goes to a file. */
  run(program: string, args: readonly string[], logFile: string, env?: Readonly<Record<string, string>>): void
  /** The power goes: everything on it ends at once. */
  kill(): Promise<void>
  freeze(): void
  thaw(): void
  /** Its cable is pulled: nothing comes or goes, and no connection hears of it. */
  cut(): void
  join(): void
}

export type MachineNetwork = {
  readonly machines: readonly Machine[]
  close(): Promise<void>
}

const BRIDGE = 'risiti-ha'
/** Begins every address of the network; this machine is `1` on it. */
export const SUBNET = '10.213.47.'

const ip = (...args: readonly string[]) => execFileSync('ip', [...args], { encoding: 'utf8', stdio: 'pipe' })

function removeLeftover(...args: readonly string[]): void {
  try {
    ip(...args)
  } catch {
    // It is not there, as it should be.
  }
}

function signalAll(namespace: string, signal: NodeJS.Signals): number {
  const pids = ip('netns', 'pids', namespace).split('\n').filter(Boolean).map(Number)
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch {
      // It ended meanwhile.
    }
  }
  return pids.length
}

function addMachine(name: string, address: string): Machine {
  const namespace = `risiti-${name}`
  const [outside, inside] = [`${namespace}-o`, `${namespace}-i`]
  if (ip('netns', 'list').includes(namespace)) {
    signalAll(namespace, 'SIGKILL')
    ip('netns', 'del', namespace)
  }
  removeLeftover('link', 'del', outside)
  ip('netns', 'add', namespace)
  ip('link', 'add', outside, 'type', 'veth', 'peer', 'name', inside, 'netns', namespace)
  ip('link', 'set', outside, 'master', BRIDGE, 'up')
  ip('-n', namespace, 'link', 'set', 'lo', 'up')
  ip('-n', namespace, 'addr', 'add', `${address}/24`, 'dev', inside)
  ip('-n', namespace, 'link', 'set', inside, 'up')
  return {
    name,
    address,
    run: (program, args, logFile, env = {}) => {
      const log = openSync(logFile, 'a')
      const asPostgres = ['setpriv', '--reuid=postgres', '--regid=postgres', '--init-groups']
      spawn('ip', ['netns', 'exec', namespace, ...asPostgres, program, ...args], {
        cwd: '/',
        env: { PATH: process.env['PATH'], LANG: 'C.UTF-8', ...env },
        stdio: ['ignore', log, log],
      })
    },
    kill: async () => {
      await until(`${name} is dead`, () => signalAll(namespace, 'SIGKILL') === 0)
    },
    freeze: () => void signalAll(namespace, 'SIGSTOP'),
    thaw: () => void signalAll(namespace, 'SIGCONT'),
    cut: () => void ip('link', 'set', outside, 'down'),
    join: () => void ip('link', 'set', outside, 'up'),
  }
}

/** Opens a network with this machine and those of the given names. */
export function openNetwork(names: readonly string[]): MachineNetwork {
  removeLeftover('link', 'del', BRIDGE)
  ip('link', 'add', BRIDGE, 'type', 'bridge')
  ip('addr', 'add', `${SUBNET}1/24`, 'dev', BRIDGE)
  ip('link', 'set', BRIDGE, 'up')
  const machines = names.map((name, index) => addMachine(name, `${SUBNET}${11 + index}`))
  return {
    machines,
    close: async () => {
      for (const machine of machines) {
        await machine.kill()
        removeLeftover('netns', 'del', `risiti-${machine.name}`)
      }
      removeLeftover('link', 'del', BRIDGE)
    },
  }
}
