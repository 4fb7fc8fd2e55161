import { existsSync } from 'node:fs'
import { systemClock } from './clock.ts'
import { type Config, ConfigError, readConfig } from './config.ts'
import { DEMO_LOGINS, DEMO_PASSWORD } from './demo-logins.ts'
import { checkSha1Allowed } from './gateways/tra/sign.ts'
import { createLog } from './log.ts'
import { freeBytesAt, startFailureSentence } from './start-failure.ts'
import { type RunningServer, startServer } from './start-server.ts'
import { unsetSettings } from './unset-settings.ts'

/** Words for the person at the terminal; events go to the log beside them. */
function printBanner(server: RunningServer, config: Config): void {
  const lines = ['', `Risiti runs on ${server.url}`, '']
  for (const { username, role } of DEMO_LOGINS)
    lines.push(`  ${username.padEnd(12)} ${DEMO_PASSWORD}  ${role}`)
  lines.push('', `Mailbox           ${server.url}/dev/mailbox`)
  if (server.simulatorUrl) lines.push(`Tax authority     ${server.simulatorUrl} (simulated)`)
  if (server.simulatedAiUrl) lines.push(`Wording by AI     ${server.simulatedAiUrl} (simulated)`)
  lines.push('', 'Not set, and what happens instead:')
  for (const { name, instead } of unsetSettings(config)) lines.push(`  ${name.padEnd(24)} ${instead}`)
  lines.push('', 'Ctrl-C stops it.', '')
  process.stdout.write(`${lines.join('\n')}\n`)
}

/** Ends the start on a machine that cannot sign for the authority, before it opens a port or a database. */
function checkSigning(): void {
  try {
    checkSha1Allowed()
  } catch (error) {
    throw new ConfigError([error instanceof Error ? error.message : String(error)])
  }
}

/** What prevents the start, in one line; the whole error goes to the log. */
function explainFailure(error: unknown, config: Config | undefined): string {
  createLog(systemClock, (line) => process.stdout.write(line))({ event: 'start-failed', error })
  const dataDir = config?.dataDir ?? '.'
  return startFailureSentence(error, {
    dataDir,
    ownDatabase: config?.databaseUrl === null,
    freeBytes: freeBytesAt(dataDir),
  })
}

const STOP_LIMIT_MS = 10_000

async function main(): Promise<void> {
  let server: RunningServer | undefined
  let wanted = true
  function stop(): void {
    wanted = false
    // What did not end in time must not keep the process; nothing else does.
    if (server) setTimeout(() => process.exit(), STOP_LIMIT_MS).unref()
    server?.stop().catch((error: unknown) => {
      console.error(error)
      process.exitCode = 1
    })
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
  let config: Config | undefined
  try {
    config = readConfig(process.env)
    checkSigning()
    if (config.mode === 'demo' && config.databaseUrl === null && !existsSync(config.dataDir)) {
      process.stdout.write(
        'Risiti starts for the first time: preparing a year of demo sales takes about a minute.\n',
      )
    }
    server = await startServer(config)
    if (!wanted) await server.stop()
    else if (config.mode === 'demo') printBanner(server, config)
  } catch (error) {
    console.error(error instanceof ConfigError ? error.message : explainFailure(error, config))
    process.exitCode = 1
  }
}

await main()
