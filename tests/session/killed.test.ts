import { expect, it } from 'vitest'
import { findMeta, findMetas } from '#data/meta.ts'
import { openRegistry, upsertAccount } from '#data/registry.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import { currentSession } from '#session/current-session.ts'
import { upsertGrant } from '#session/delivery-grant.ts'
import { makeDeviceKey } from '#session/device-key.ts'
import type { LocalSession } from '#session/local-session-store.ts'
import { lockAccount } from '#session/lock-account.ts'
import { restoreLocalSession } from '#session/restore-local-session.ts'
import type { SessionDeps } from '#session/session-deps.ts'
import { removePin, setPin } from '#session/set-pin.ts'
import { countUnsent, signOut } from '#session/sign-out.ts'
import { saveTokens } from '#session/token-store.ts'
import { unlock } from '#session/unlock.ts'
import { runSync } from '#sync/run-sync.ts'
import { crashAtEveryStep, crashable } from '../support/crash-at-every-step.ts'
import { provenFetch } from '../support/prove-answer.ts'
import { Device, idOf } from '../sync/device.ts'
import { createProduct, createSubmission } from '../sync/shop.ts'

const PIN = '7294'
/** Few rounds: how many there are is not what these tests are about. */
const ROUNDS = 10

type Phone = { readonly device: Device; readonly deps: SessionDeps; stored: LocalSession | undefined }

/** A phone in use: a user signed in under a delivery grant, and a sale and its product that wait. */
async function aPhone(): Promise<Phone> {
  const device = await Device.make()
  const { account, sessionDeps } = device
  const phone: Phone = {
    device,
    stored: undefined,
    deps: {
      ...sessionDeps,
      fetch: provenFetch(crashable({ fetch: device.server.fetch }, 'fetch').fetch, () => account),
      local: crashable(
        {
          read: () => phone.stored,
          write: (session) => {
            phone.stored = session
          },
          clear: () => {
            phone.stored = undefined
          },
        },
        'write',
        'clear',
      ),
    },
  }
  const registry = await openRegistry(phone.deps.ports)
  await registry.accounts.clear()
  const { id, companyId, userId } = account
  const more = { displayName: 'Asha', pendingCount: 0, lastUsedAt: 1 }
  await upsertAccount(registry, { id, companyId, userId, ...more })
  registry.close()
  await saveTokens(phone.deps, account, { token: 'bearer', refresh_token: 'refresh' })
  const until = toInstant(device.clock.now() + 86_400_000)
  await upsertGrant(account, { id: idOf('grant'), until }, await makeDeviceKey())
  await createSubmission(device, await createProduct(device))
  const session = await findMeta(account.db, 'session')
  if (!session) throw new Error('nobody is signed in')
  phone.stored = {
    jwt: { token: 'bearer', refresh_token: 'refresh' },
    user: session.user,
    changePassword: false,
  }
  return phone
}

/**
 * Switches the phone on again and starts the app, as the page does it. Returns whether a user is signed in
 * there.
 */
async function startAgain(phone: Phone): Promise<boolean> {
  await phone.device.restart()
  if (!phone.stored) await restoreLocalSession(phone.deps)
  if (!phone.stored) return false
  const current = await currentSession(phone.deps)
  if (current.kind === 'signed-in') current.account.db.close()
  return current.kind === 'signed-in'
}

/**
 * What must hold after any death of the phone: the sale is there, screens and database agree, and it is sent.
 */
async function expectNothingLost(phone: Phone, atWork: boolean, step: string): Promise<void> {
  const { device } = phone
  const { account } = device
  expect(await countUnsent(account), step).toBe(2)
  const [tokens, encrypted, pin] = await findMetas(account.db, ['tokens', 'sealed', 'pin'])
  expect(tokens !== undefined, step).toBe(atWork)
  expect(phone.stored !== undefined, step).toBe(atWork)
  expect(tokens && encrypted, step).toBeUndefined()
  if (encrypted) expect(pin, step).toBeDefined()
  await runSync(account, device.deps, 'start')
  expect(await countUnsent(account), step).toBe(0)
  expect(
    [...device.server.invoices.values()].filter(({ receipt }) => receipt),
    step,
  ).toHaveLength(1)
}

/** Browsers put local storage on the disk seconds late: after a death it is as it was, or as it should be. */
const LOCAL = ['is as it was left', 'is as it was before'] as const

async function dieIn(
  local: (typeof LOCAL)[number],
  before: (phone: Phone) => Promise<unknown>,
  act: (phone: Phone) => Promise<unknown>,
  after: (phone: Phone, atWork: boolean, step: string, died: boolean) => Promise<unknown>,
): Promise<number> {
  return await crashAtEveryStep(async () => {
    const phone = await aPhone()
    await before(phone)
    const stored = phone.stored
    return {
      run: () => act(phone),
      check: async (step, died) => {
        if (died && local === 'is as it was before') phone.stored = stored
        const atWork = await startAgain(phone)
        await after(phone, atWork, step, died)
        await expectNothingLost(phone, phone.stored !== undefined, step)
      },
    }
  })
}

const give = ({ deps, device }: Phone, pin = PIN, current = '') =>
  setPin(deps, device.account, { pin, again: pin, current }, ROUNDS)
const open = ({ deps, device }: Phone, pin = PIN) => unlock(deps, device.account.id, pin)

it.each(LOCAL)(
  'a phone that dies at any step of a log-out loses nothing; local storage %s (C6)',
  async (local) => {
    const steps = await dieIn(
      local,
      async () => undefined,
      ({ deps, device }) => signOut(deps, device.account),
      async (_, atWork, step, died) => {
        // Half logged out is logged out, except before the very first step.
        expect(atWork, step).toBe(died && step === 'dead after step 0')
      },
    )
    expect(steps).toBeGreaterThan(1)
  },
)

it.each(LOCAL)(
  'a phone that dies at any step of locking opens by the PIN or is still open; local storage %s (C6)',
  async (local) => {
    const steps = await dieIn(
      local,
      (phone) => give(phone),
      ({ deps, device }) => lockAccount(deps, device.account),
      async (phone, atWork, step) => {
        if (!atWork) expect(await open(phone), step).toEqual({ kind: 'unlocked' })
      },
    )
    expect(steps).toBeGreaterThan(1)
  },
)

it.each(LOCAL)(
  'a phone that dies at any step of unlocking is locked as before or open; local storage %s (C6)',
  async (local) => {
    const steps = await dieIn(
      local,
      async (phone) => {
        await give(phone)
        await lockAccount(phone.deps, phone.device.account)
      },
      (phone) => open(phone),
      async (phone, atWork, step) => {
        if (!atWork) expect(await open(phone), step).toEqual({ kind: 'unlocked' })
      },
    )
    expect(steps).toBeGreaterThan(2)
  },
)

it('a phone that dies at any step of giving, changing or ending a PIN has the one or the other, as a whole (C6)', async () => {
  const changes: readonly ((phone: Phone) => Promise<unknown>)[] = [
    (phone) => give(phone, '80513', PIN),
    ({ deps, device }) => removePin(deps, device.account, PIN),
  ]
  for (const change of changes) {
    const steps = await dieIn(
      LOCAL[0],
      (phone) => give(phone),
      change,
      async (phone, atWork, step) => {
        expect(atWork, step).toBe(true)
        if (!(await lockAccount(phone.deps, phone.device.account))) return
        const opened = [await open(phone), await open(phone, '80513')]
        expect(opened, step).toContainEqual({ kind: 'unlocked' })
      },
    )
    expect(steps).toBeGreaterThan(1)
  }
})

it('a phone that dies while the fifth wrong PIN ends the session keeps what waits, and gives no sixth try (C6)', async () => {
  const steps = await dieIn(
    LOCAL[0],
    async (phone) => {
      await give(phone)
      await lockAccount(phone.deps, phone.device.account)
      for (let attempt = 0; attempt < 4; attempt += 1) {
        await open(phone, '1111')
        phone.device.clock.move(60_000)
      }
    },
    (phone) => open(phone, '1111'),
    async (phone, atWork, step, died) => {
      expect(atWork, step).toBe(false)
      phone.device.clock.move(60_000)
      const right = await open(phone)
      if (died && step === 'dead after step 0') expect(right, step).toEqual({ kind: 'unlocked' })
      else expect(right, step).toMatchObject({ code: 'PIN_ENDED' })
    },
  )
  expect(steps).toBeGreaterThan(1)
})
