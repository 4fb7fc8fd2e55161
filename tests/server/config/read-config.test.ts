import { describe, expect, test } from 'vitest'
import { ConfigError, type Environment, readConfig } from '#server/config.ts'
import { unsetSettings } from '#server/unset-settings.ts'

const key = Buffer.alloc(32, 7).toString('base64')
const production: Environment = {
  RISITI_MODE: 'production',
  PUBLIC_URL: 'https://risiti.example.tz/',
  RISITI_KEY: key,
  DATABASE_URL: 'postgres://risiti@db.example.tz/risiti',
  TRA_BASE_URL: 'https://vfd.example.tz',
  TRA_VERIFY_URL: 'https://verify.example.tz',
  TRA_ENVIRONMENT: 'live',
  SMTP_URL: 'smtps://mail.example.tz',
}

function problemsOf(environment: Environment): readonly string[] {
  try {
    readConfig(environment)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
}

describe('without any setting', () => {
  test('it is a demo on this machine only, with everything embedded', () => {
    const config = readConfig({})
    expect(config).toMatchObject({
      mode: 'demo',
      host: '127.0.0.1',
      port: 4000,
      publicUrl: null,
      trustedProxies: 0,
      key: null,
      databaseUrl: null,
      tra: null,
      layoutCompanies: 'auto',
      smtpUrl: null,
      push: { firebase: null, webPushOrigins: [] },
    })
    expect(config.dataDir).toMatch(/\/\.risiti$/)
  })

  test('it names what is not configured, and nothing that is', () => {
    const unset = (environment: Environment) => unsetSettings(readConfig(environment)).map(({ name }) => name)
    expect(unset({})).toEqual([
      'TRA_BASE_URL',
      'SMTP_URL',
      'FIREBASE_*',
      'FIREBASE_MEASUREMENT_ID',
      'AI_BASE_URL',
      'USSD_GATEWAY_SECRET',
      'SMS_PROVIDER',
      'RISITI_BACKUP_DIR',
    ])
    expect(unset(production)).toEqual([
      'FIREBASE_*',
      'FIREBASE_MEASUREMENT_ID',
      'PROVIDER_EMAIL',
      'AI_BASE_URL',
      'USSD_GATEWAY_SECRET',
      'SMS_PROVIDER',
      'SANDBOX_TRA_URL',
    ])
  })

  test('an empty variable is as good as none', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: ' ' })).toMatchObject({ port: 4000, databaseUrl: null })
  })
})

describe('production', () => {
  test('starts when everything is there', () => {
    expect(readConfig(production)).toMatchObject({
      mode: 'production',
      publicUrl: 'https://risiti.example.tz',
      tra: { baseUrl: 'https://vfd.example.tz', verifyUrl: 'https://verify.example.tz' },
    })
  })

  test.each([
    ['PUBLIC_URL', /PUBLIC_URL is missing/],
    ['RISITI_KEY', /RISITI_KEY is missing.*openssl/],
    ['SMTP_URL', /SMTP_URL is missing/],
  ])('does not start without %s, and says so', (name, words) => {
    expect(problemsOf({ ...production, [name]: undefined })).toEqual([expect.stringMatching(words)])
  })

  test('takes a simulator for sandboxes, but never at the address of the authority', () => {
    const apart = 'http://10.0.0.6:4001'
    expect(readConfig({ ...production, SANDBOX_TRA_URL: `${apart}/` }).sandboxUrl).toBe(apart)
    const { TRA_BASE_URL: authority } = production
    expect(problemsOf({ ...production, SANDBOX_TRA_URL: authority })).toEqual([
      expect.stringMatching(/registered at a simulator only/),
    ])
  })

  test('does not start with a simulator, named or not', () => {
    const without = { ...production, TRA_BASE_URL: undefined, TRA_VERIFY_URL: undefined }
    expect(problemsOf(without)).toEqual([expect.stringMatching(/never uses the simulator/)])
    for (const own of ['http://localhost:4001', 'http://127.0.0.1:4001', 'http://[::1]:4001']) {
      expect(problemsOf({ ...production, TRA_BASE_URL: own })).toEqual([expect.stringMatching(/simulator/)])
    }
  })

  test("knows the authority's own systems apart, and takes others for a test (design D20)", () => {
    const environmentAt = (host: string, stated?: string) =>
      readConfig({ ...production, TRA_BASE_URL: `https://${host}/`, TRA_ENVIRONMENT: stated }).tra
        ?.environment
    expect(environmentAt('vfd.tra.go.tz')).toBe('live')
    expect(environmentAt('vfdtest.tra.go.tz')).toBe('test')
    expect(environmentAt('virtual.tra.go.tz/efdmsRctApi')).toBe('test')
    expect(environmentAt('gateway.example.tz')).toBe('test')
    expect(environmentAt('gateway.example.tz', 'live')).toBe('live')
    const mixed = { ...production, TRA_BASE_URL: 'https://vfdtest.tra.go.tz', TRA_ENVIRONMENT: 'live' }
    expect(problemsOf(mixed)).toEqual([expect.stringMatching(/TRA_ENVIRONMENT is live.*test system/)])
    expect(unsetSettings(readConfig({ ...production, TRA_ENVIRONMENT: 'test' }))).toContainEqual({
      name: 'TRA_ENVIRONMENT',
      instead: "receipts go to the authority's test system and are not fiscal",
    })
  })

  test('does not start without TLS', () => {
    expect(problemsOf({ ...production, PUBLIC_URL: 'http://risiti.example.tz' })).toEqual([
      expect.stringMatching(/https/),
    ])
  })

  test('does not start with a point at which to end or freeze', () => {
    for (const armed of [{ CRASH_AT: 'push:numbered' }, { PAUSE_AT: 'deliver:marked:3' }]) {
      expect(problemsOf({ ...production, ...armed })).toEqual([expect.stringMatching(/for tests/)])
    }
  })

  test('names everything that is missing at once', () => {
    expect(problemsOf({ RISITI_MODE: 'production' })).toHaveLength(4)
  })
})

describe('a setting that makes no sense is named', () => {
  test.each([
    [{ RISITI_MODE: 'staging' }, 'RISITI_MODE'],
    [{ PORT: 'eighty' }, 'PORT'],
    [{ PORT: '70000' }, 'PORT'],
    [{ PUBLIC_URL: 'risiti' }, 'PUBLIC_URL'],
    [{ TRUST_PROXY: 'yes' }, 'TRUST_PROXY'],
    [{ RISITI_KEY: 'short' }, 'RISITI_KEY'],
    [{ DATABASE_URL: 'mysql://db' }, 'DATABASE_URL'],
    [{ SMTP_URL: 'mail.example.tz' }, 'SMTP_URL'],
    [{ CRASH_AT: 'push:nowhere' }, 'CRASH_AT'],
    [{ PAUSE_AT: 'push:numbered:0' }, 'PAUSE_AT'],
    [{ TRA_BASE_URL: 'ftp://vfd.example.tz', TRA_VERIFY_URL: 'https://v.example.tz' }, 'TRA_BASE_URL'],
    [{ TRA_BASE_URL: 'https://vfd.example.tz' }, 'TRA_VERIFY_URL'],
    [{ WEB_PUSH_ORIGINS: 'https://push.example.tz/path' }, 'WEB_PUSH_ORIGINS'],
    [{ FIREBASE_PRIVATE_KEY: 'not a key' }, 'FIREBASE_PRIVATE_KEY'],
    [{ FIREBASE_PROJECT_ID: 'risiti', FIREBASE_API_KEY: 'x' }, 'FIREBASE_VAPID_KEY'],
    [{ FIREBASE_MEASUREMENT_ID: 'G-1A2B3C' }, 'FIREBASE_PROJECT_ID'],
    [{ FIREBASE_MEASUREMENT_ID: 'UA-1234' }, 'FIREBASE_MEASUREMENT_ID'],
    [{ LAYOUT_COMPANIES: 'owner' }, 'LAYOUT_COMPANIES'],
  ])('%j', (environment, name) => {
    expect(problemsOf(environment).join()).toContain(name)
  })

  test('and never repeats a secret', () => {
    const secret = 'a-secret-that-is-too-short'
    expect(problemsOf({ RISITI_KEY: secret }).join()).not.toContain(secret)
  })
})
