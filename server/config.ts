import { resolve } from 'node:path'
import * as v from 'valibot'
import type { Provider } from '#domain/contact/provider.ts'
import type { ProviderContact } from '#domain/contact/provider-contact.ts'
import type { CompanySettings } from '#domain/settings/company-settings.ts'
import {
  type AccountingConfigs,
  accountingConfigOf,
  accountingVariables,
  findIncompleteAccounting,
} from './config-accounting.ts'
import { aiConfigOf, aiVariables, findIncompleteAi } from './config-ai.ts'
import { contactVariables, providerContactOf } from './config-contact.ts'
import { layoutVariables } from './config-layout.ts'
import { findPublicMetrics, type MetricsConfig, metricsConfigOf, metricsVariables } from './config-metrics.ts'
import { findIncompleteMaintenance, providerOf, providerVariables } from './config-provider.ts'
import { findIncompletePush, pushConfigOf, pushVariables } from './config-push.ts'
import { findUnsafeSandbox, sandboxVariables } from './config-sandbox.ts'
import { scaleVariables } from './config-scale.ts'
import { findIncompleteSms, smsConfigOf, smsVariables } from './config-sms.ts'
import { type UssdDoorConfig, ussdDoorOf, ussdVariables } from './config-ussd.ts'
import { portNumber, webAddress } from './config-values.ts'
import { webhookVariables } from './config-webhooks.ts'
import type { AiConfig } from './gateways/ai/gateway.ts'
import type { PushConfig } from './gateways/push/gateway.ts'
import type { SmsConfig } from './gateways/sms/gateway.ts'
import { environmentOfHost } from './gateways/tra/known-hosts.ts'
import { type ArmedPoint, readCrashPoint } from './ports/crash-points.ts'

/** How this server runs: read once from the environment, checked, and passed on as a value. */
export type Config = {
  readonly mode: 'demo' | 'production'
  readonly host: string
  /** 0 takes a free one. */
  readonly port: number
  /** `null`: `http://localhost:PORT`. */
  readonly publicUrl: string | null
  /** How many proxies are in front and may be believed about the caller's address. */
  readonly trustedProxies: number
  /** 32 bytes; `null`: made once in the data folder. */
  readonly key: Uint8Array | null
  readonly dataDir: string
  /** The built app. */
  readonly appDir: string
  /** `null`: the embedded PostgreSQL. */
  readonly databaseUrl: string | null
  /** `null`: the simulator on the next port. */
  readonly tra: {
    readonly baseUrl: string
    readonly verifyUrl: string
    /** Receipts of the test system are marked as such everywhere and never sent to the live one. */
    readonly environment: 'test' | 'live'
  } | null
  /** The simulator at which sandboxes of programs are registered; `null`: that of the demo, or none. */
  readonly sandboxUrl: string | null
  /** `null`: mail is kept and shown in the mailbox for developers. */
  readonly smtpUrl: string | null
  readonly push: PushConfig
  /** Who words insights; `null`: findings are not worded by AI; in demo mode a simulator does it. */
  readonly ai: AiConfig | null
  /** Xero and QuickBooks; `null`: not set up; in demo mode a simulator plays it. */
  readonly accounting: AccountingConfigs
  /** How the gateway of feature phones comes in; `null`: no USSD, except for the simulator in demo mode. */
  readonly ussd: UssdDoorConfig | null
  /** Who sends text messages; `null`: none are sent, except to a simulator in demo mode. */
  readonly sms: SmsConfig | null
  /** Origins that webhooks may call although they are not of the internet. */
  readonly trustedWebhookOrigins: readonly string[]
  /** How many device identities this process delivers for at once. */
  readonly deliveryConcurrency: number
  /** The most connections of this process for requests and delivery. */
  readonly databaseConnections: number
  /** Where Prometheus reads the figures of this process; `null`: nowhere. */
  readonly metrics: MetricsConfig | null
  /** How people reach the provider of this server. */
  readonly contact: ProviderContact
  /** What Risiti costs here, where companies pay, and when the server is switched off. */
  readonly provider: Provider
  /** The frame around `/companies`: by user type, or the same for all. */
  readonly layoutCompanies: CompanySettings['layoutCompanies']
  /** Where daily backups go and what seals them; `null`: none are made. */
  readonly dailyBackup: { readonly dir: string; readonly passphrase: string } | null
  /** Where a test wants this process to end or freeze. */
  readonly crashPoints: readonly ArmedPoint[]
}

/** What is wrong with the environment, one sentence for each variable. */
export class ConfigError extends Error {
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(`Risiti cannot start:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`)
    this.name = 'ConfigError'
    this.problems = problems
  }
}

export type Environment = Readonly<Record<string, string | undefined>>

const root = resolve(import.meta.dirname, '..')

const siteAddress = (name: string) => webAddress(name, 'an address such as https://risiti.example.tz')

const crashPoint = (name: string) =>
  v.pipe(
    v.string(),
    v.check((text) => readCrashPoint(text) !== undefined, `${name} must be a known point, name[:nth]`),
  )

const environmentSchema = v.object({
  RISITI_MODE: v.optional(
    v.picklist(['demo', 'production'], 'RISITI_MODE must be demo or production'),
    'demo',
  ),
  HOST: v.optional(v.string(), '127.0.0.1'),
  PORT: v.optional(portNumber('PORT'), '4000'),
  PUBLIC_URL: v.optional(siteAddress('PUBLIC_URL')),
  TRUST_PROXY: v.optional(
    v.pipe(
      v.picklist(
        ['none', 'false', '0', 'true', '1', '2', '3', '4', '5'],
        'TRUST_PROXY must be the number of proxies in front, 0 to 5',
      ),
      v.transform((text) => (text === 'true' ? 1 : Number(text) || 0)),
    ),
    'none',
  ),
  RISITI_KEY: v.optional(
    v.pipe(
      v.string(),
      v.transform(readKey),
      v.check(
        (key) => key.length === 32,
        'RISITI_KEY must be 32 bytes in base64 (make one: openssl rand -base64 32)',
      ),
    ),
  ),
  DATA_DIR: v.optional(
    v.pipe(
      v.string(),
      v.transform((text) => resolve(text)),
    ),
    resolve(root, '.risiti'),
  ),
  DATABASE_URL: v.optional(
    v.pipe(v.string(), v.regex(/^postgres(ql)?:\/\//, 'DATABASE_URL must start with postgres://')),
  ),
  TRA_BASE_URL: v.optional(siteAddress('TRA_BASE_URL')),
  TRA_VERIFY_URL: v.optional(siteAddress('TRA_VERIFY_URL')),
  TRA_ENVIRONMENT: v.optional(v.picklist(['test', 'live'], 'TRA_ENVIRONMENT must be test or live')),
  RISITI_BACKUP_DIR: v.optional(
    v.pipe(
      v.string(),
      v.transform((text) => resolve(text)),
    ),
  ),
  RISITI_BACKUP_PASSPHRASE: v.optional(
    v.pipe(v.string(), v.minLength(12, 'RISITI_BACKUP_PASSPHRASE needs at least 12 characters')),
  ),
  SMTP_URL: v.optional(
    v.pipe(v.string(), v.regex(/^smtps?:\/\//, 'SMTP_URL must start with smtp:// or smtps://')),
  ),
  ...pushVariables,
  ...contactVariables,
  ...providerVariables,
  ...aiVariables,
  ...accountingVariables,
  ...ussdVariables,
  ...smsVariables,
  ...webhookVariables,
  ...sandboxVariables,
  ...scaleVariables,
  ...metricsVariables,
  ...layoutVariables,
  CRASH_AT: v.optional(crashPoint('CRASH_AT')),
  PAUSE_AT: v.optional(crashPoint('PAUSE_AT')),
})
type Settings = v.InferOutput<typeof environmentSchema>

/** Reads the environment; an empty variable counts as unset. Throws a `ConfigError` that names every problem. */
export function readConfig(environment: Environment): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, text]) => text?.trim()))
  const read = v.safeParse(environmentSchema, given)
  if (!read.success) throw new ConfigError(read.issues.map((issue) => issue.message))
  const settings = read.output
  const problems = [
    ...findIncomplete(settings),
    ...findIncompletePush(settings),
    ...findIncompleteMaintenance(settings),
    ...findIncompleteAi(settings),
    ...findIncompleteAccounting(settings),
    ...findIncompleteSms(settings),
    ...findUnsafeSandbox(settings),
    ...findPublicMetrics(settings),
    ...findUnsafe(settings),
  ]
  if (problems.length > 0) throw new ConfigError(problems)
  const { TRA_BASE_URL: baseUrl, TRA_VERIFY_URL: verifyUrl } = settings
  const { RISITI_BACKUP_DIR: dir, RISITI_BACKUP_PASSPHRASE: passphrase } = settings
  return {
    mode: settings.RISITI_MODE,
    host: settings.HOST,
    port: settings.PORT,
    publicUrl: settings.PUBLIC_URL ?? null,
    trustedProxies: settings.TRUST_PROXY,
    key: settings.RISITI_KEY ?? null,
    dataDir: settings.DATA_DIR,
    appDir: resolve(root, 'dist'),
    databaseUrl: settings.DATABASE_URL ?? null,
    tra:
      baseUrl === undefined || verifyUrl === undefined
        ? null
        : {
            baseUrl,
            verifyUrl,
            environment: settings.TRA_ENVIRONMENT ?? environmentOfHost(baseUrl) ?? 'test',
          },
    sandboxUrl: settings.SANDBOX_TRA_URL ?? null,
    smtpUrl: settings.SMTP_URL ?? null,
    push: pushConfigOf(settings),
    ai: aiConfigOf(settings),
    accounting: accountingConfigOf(settings),
    ussd: ussdDoorOf(settings),
    sms: smsConfigOf(settings),
    trustedWebhookOrigins: settings.WEBHOOK_TRUSTED_ORIGINS,
    deliveryConcurrency: settings.DELIVERY_CONCURRENCY,
    databaseConnections: settings.DATABASE_CONNECTIONS,
    metrics: metricsConfigOf(settings),
    contact: providerContactOf(settings),
    provider: providerOf(settings),
    layoutCompanies: settings.LAYOUT_COMPANIES,
    dailyBackup: dir === undefined || passphrase === undefined ? null : { dir, passphrase },
    crashPoints: [...armedPoints(settings.CRASH_AT, 'SIGKILL'), ...armedPoints(settings.PAUSE_AT, 'SIGSTOP')],
  }
}

function armedPoints(text: string | undefined, signal: ArmedPoint['signal']): ArmedPoint[] {
  const read = text === undefined ? undefined : readCrashPoint(text)
  return read ? [{ ...read, signal }] : []
}

function findIncomplete(settings: Settings): string[] {
  const problems: string[] = []
  if ((settings.TRA_BASE_URL === undefined) !== (settings.TRA_VERIFY_URL === undefined)) {
    problems.push('TRA_BASE_URL and TRA_VERIFY_URL belong together: set both or neither')
  }
  const { TRA_BASE_URL: tra, TRA_ENVIRONMENT: stated } = settings
  const known = tra === undefined ? undefined : environmentOfHost(tra)
  if (stated !== undefined && known !== undefined && stated !== known) {
    problems.push(`TRA_ENVIRONMENT is ${stated}, but TRA_BASE_URL is the authority's ${known} system`)
  }
  if (settings.RISITI_BACKUP_DIR !== undefined && settings.RISITI_BACKUP_PASSPHRASE === undefined) {
    problems.push('RISITI_BACKUP_DIR needs RISITI_BACKUP_PASSPHRASE: a backup holds the key of everything')
  }
  if (settings.RISITI_BACKUP_DIR !== undefined && settings.DATABASE_URL !== undefined) {
    problems.push('RISITI_BACKUP_DIR is for the embedded database: back up your own one with pg_dump')
  }
  return problems
}

/** What a server with real taxpayers must not run with: simulators, the open mailbox, a throw-away key. */
function findUnsafe(settings: Settings): string[] {
  if (settings.RISITI_MODE !== 'production') return []
  const problems: string[] = []
  const { PUBLIC_URL: publicUrl, TRA_BASE_URL: tra } = settings
  if (publicUrl === undefined) problems.push('PUBLIC_URL is missing: production needs its address for links')
  else if (!publicUrl.startsWith('https://') && !isOwnMachine(publicUrl)) {
    problems.push('PUBLIC_URL must start with https://')
  }
  if (settings.RISITI_KEY === undefined) {
    problems.push('RISITI_KEY is missing: make one with "openssl rand -base64 32" and keep it safe')
  }
  if (tra === undefined) problems.push('TRA_BASE_URL is missing: production never uses the simulator')
  else if (isOwnMachine(tra)) problems.push('TRA_BASE_URL points to this machine: that is a simulator')
  if (settings.SMTP_URL === undefined) {
    problems.push('SMTP_URL is missing: production never uses the mailbox for developers')
  }
  if (settings.CRASH_AT !== undefined || settings.PAUSE_AT !== undefined) {
    problems.push('CRASH_AT and PAUSE_AT end the server on purpose: they are for tests')
  }
  return problems
}

function readKey(text: string): Uint8Array {
  return Buffer.from(text, /^[0-9a-f]{64}$/i.test(text) ? 'hex' : 'base64')
}

function isOwnMachine(address: string): boolean {
  const { hostname } = new URL(address)
  return hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.')
}
