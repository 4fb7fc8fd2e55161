import { beforeEach, describe, expect, it } from 'vitest'
import { cancelInvoice } from '#commands/invoices.ts'
import { grantText, type PushRequest } from '#contract/sync.ts'
import { findInvoice } from '#data/invoices.ts'
import { deleteMeta, findMeta, upsertMeta } from '#data/meta.ts'
import { listUnsent } from '#data/outbox-entries.ts'
import { toInstant } from '#domain/calendar/east-africa.ts'
import { upsertGrant } from '#session/delivery-grant.ts'
import { makeDeviceKey } from '#session/device-key.ts'
import { countUnsent, signOut } from '#session/sign-out.ts'
import { runSync, sendNow } from '#sync/run-sync.ts'
import { sendAndReport } from '#sync/send-and-report.ts'
import { readStatus } from '#sync/status.ts'
import { Device, idOf } from './device.ts'
import { createCustomer, createProduct, createSubmission, pushes, unwrap } from './shop.ts'

let device: Device
let product: string
beforeEach(async () => {
  device = await Device.make()
  product = await createProduct(device)
  await runSync(device.account, device.deps, 'enqueued')
})

/** The grant of a login, for ninety days. */
async function createAccount(name: string) {
  const until = toInstant(device.clock.now() + 90 * 86_400_000)
  const key = await makeDeviceKey()
  await upsertGrant(device.account, { id: idOf(name), until }, key)
  return key
}

describe('tokens and the queue', () => {
  it('an expired token is refreshed once in mid-drain and nothing is lost (B4)', async () => {
    await createSubmission(device, product)
    device.server.tokenExpired = true
    expect((await runSync(device.account, device.deps, 'enqueued')).pendingCount).toBe(0)
    expect(device.server.refreshes).toBe(1)
  })

  it('a refused refresh pauses the queue until the same user signs in again (B5, H1)', async () => {
    await createSubmission(device, product)
    device.server.tokenExpired = true
    device.server.refreshRefused = true
    await runSync(device.account, device.deps, 'enqueued')
    expect(device.events).toContain('refresh-refused')
    expect(await readStatus(device.account.db)).toMatchObject({ online: 'paused-login', pendingCount: 1 })
    const before = pushes(device)
    device.clock.move(8 * 86_400_000)
    device.server.tokenExpired = false
    device.server.refreshRefused = false
    await device.signIn()
    expect((await runSync(device.account, device.deps, 'signed-in')).pendingCount).toBe(0)
    expect(pushes(device)).toBe(before + 1)
  })

  it('after signing out nothing goes without a grant, and the queue stays', async () => {
    await createSubmission(device, product)
    expect(await countUnsent(device.account)).toBe(1)
    await signOut(device.sessionDeps, device.account)
    const before = pushes(device)
    await sendNow(device.account, device.deps)
    expect(pushes(device)).toBe(before)
    expect(await listUnsent(device.account.db)).toHaveLength(1)
  })

  it('under a living grant the queue drains after signing out, each push signed by this device', async () => {
    const key = await createAccount('grant')
    await createSubmission(device, product)
    await signOut(device.sessionDeps, device.account)
    expect((await runSync(device.account, device.deps, 'sync')).pendingCount).toBe(0)
    const pushed = device.server.requests.filter(({ path }) => path.endsWith('/push')).at(-1)
    expect(pushed?.authorization).toBeNull()
    // The body was made by the code under test and passed the server.
    const { grant, ...request } = (pushed?.body ?? {}) as PushRequest
    const publicKey = await crypto.subtle.importKey(
      'jwk',
      key?.publicKey ?? {},
      { name: 'ECDSA', namedCurve: 'P-256' },
      true,
      ['verify'],
    )
    const signature = Buffer.from(grant?.signature ?? '', 'base64url')
    const text = new TextEncoder().encode(grantText(request, grant?.id ?? ''))
    const algorithm = { name: 'ECDSA', hash: 'SHA-256' }
    expect(await crypto.subtle.verify(algorithm, publicKey, signature, text)).toBe(true)
  })

  it('a grant that the server ended is not shown again, and the queue waits for a login', async () => {
    await createAccount('grant')
    await createSubmission(device, product)
    await deleteMeta(device.account.db, 'tokens')
    device.server.grantAccepted = false
    await runSync(device.account, device.deps, 'sync')
    expect(await readStatus(device.account.db)).toMatchObject({ online: 'paused-login', pendingCount: 1 })
    const before = pushes(device)
    await sendNow(device.account, device.deps)
    expect(pushes(device)).toBe(before)
  })

  it('a refused grant during a login delays nothing: what waits goes by the user’s token', async () => {
    const { account, deps, server } = device
    await createAccount('old grant')
    await createSubmission(device, product)
    await deleteMeta(account.db, 'tokens')
    server.grantAccepted = false
    const callAndLogIn: typeof deps.call = async (...asked) => {
      const outcome = await deps.call(...asked)
      if (asked[0] === 'sync.push' && outcome.kind === 'refused') {
        await createAccount('new grant')
        await device.signIn()
      }
      return outcome
    }
    const { pendingCount } = await runSync(account, { ...deps, call: callAndLogIn }, 'sync')
    expect(pendingCount).toBe(0)
    expect(await findMeta(account.db, 'grant')).toMatchObject({ id: idOf('new grant') })
  })

  it('a grant that ran out is not used', async () => {
    await upsertGrant(
      device.account,
      { id: idOf('grant'), until: toInstant(device.clock.now()) },
      await makeDeviceKey(),
    )
    await createSubmission(device, product)
    await deleteMeta(device.account.db, 'tokens')
    const before = pushes(device)
    await sendNow(device.account, device.deps)
    expect(pushes(device)).toBe(before)
  })
})

describe('a company or user that may not', () => {
  it('a disabled operator stops pushing and sees why; unblocked, the queue continues (B6)', async () => {
    await createSubmission(device, product)
    device.server.userDisabled = true
    await runSync(device.account, device.deps, 'enqueued')
    expect(await readStatus(device.account.db)).toMatchObject({
      online: 'company-blocked',
      reason: 'USER_DISABLED',
      pendingCount: 1,
    })
    const before = pushes(device)
    await runSync(device.account, device.deps, 'online')
    expect(pushes(device)).toBe(before)
    device.server.userDisabled = false
    device.clock.move(16 * 60_000)
    expect((await runSync(device.account, device.deps, 'timer')).pendingCount).toBe(0)
  })

  it('a disabled operator without unsent work hears it from the feed, and the pause ends once the feed answers again (spec §4)', async () => {
    const { account, deps, server } = device
    server.userDisabled = true
    await runSync(account, deps, 'timer')
    expect(await readStatus(account.db)).toMatchObject({ reason: 'USER_DISABLED' })
    await createSubmission(device, product)
    server.userDisabled = false
    await runSync(account, deps, 'online')
    expect(await readStatus(account.db)).toMatchObject({ online: 'online', reason: null })
    expect((await runSync(account, deps, 'timer')).pendingCount).toBe(0)
  })

  it('a disabled operator whose first sync is not done does not ask without a pause', async () => {
    device.server.userDisabled = true
    const phone = await Device.make({ server: device.server, clock: device.clock })
    for (const trigger of ['start', 'timer'] as const) {
      const expected = { pulled: 'failed', dueInMs: 5 * 60_000 }
      expect(await runSync(phone.account, phone.deps, trigger)).toMatchObject(expected)
    }
    device.server.userDisabled = false
    expect(await runSync(phone.account, phone.deps, 'timer')).toMatchObject({ pulled: 'more', dueInMs: 0 })
  })

  it.each(['start', 'push'] as const)(
    'a disabled operator is refused once at %s, not twice',
    async (trigger) => {
      device.server.userDisabled = true
      const refused = await runSync(device.account, device.deps, trigger)
      expect(refused).toMatchObject({ pulled: 'failed', dueInMs: null })
    },
  )

  it('a sale of a company blocked by the authority waits, all else goes on, and it goes out when the feed says so (B7)', async () => {
    const { account, deps, server } = device
    const invoice = await createSubmission(device, product)
    await runSync(account, deps, 'enqueued')
    await createSubmission(device, product)
    const customerId = await createCustomer(device)
    device.blockByTra(true)
    const held = await runSync(account, deps, 'enqueued')
    expect(held).toMatchObject({ pendingCount: 1, drained: 'empty', pulled: 'up-to-date' })
    expect(server.customers.has(customerId)).toBe(true)
    expect(await readStatus(account.db)).toMatchObject({
      online: 'company-blocked',
      reason: 'COMPANY_BLOCKED_BY_TRA',
      stuckCount: 0,
    })
    expect(await listUnsent(account.db)).toMatchObject([
      { type: 'invoice.submit', state: 'queued', last: { code: 'COMPANY_BLOCKED_BY_TRA' } },
    ])
    server.issue(invoice.id)
    expect((await runSync(account, deps, 'timer')).pulled).toBe('up-to-date')
    expect((await account.db.invoices.get(invoice.id))?.status).toBe('issued')
    device.blockByTra(false)
    expect(await runSync(account, deps, 'timer')).toMatchObject({ pulled: 'more', dueInMs: 0 })
    expect((await runSync(account, deps, 'timer')).pendingCount).toBe(0)
    expect(await readStatus(account.db)).toMatchObject({ online: 'online', reason: null })
  })

  it('a sale that waits for the end of the block gets its number before it is canceled; one never sent gets none', async () => {
    const { account, commands, deps } = device
    const waiting = await createSubmission(device, product)
    device.blockByTra(true)
    await runSync(account, deps, 'enqueued')
    unwrap(await cancelInvoice(account, commands, { invoiceId: waiting.id, reason: 'Kosa' }))
    await runSync(account, deps, 'enqueued')
    expect(await findInvoice(account.db, waiting.id)).toMatchObject({ status: 'draft', receipt: null })
    device.blockByTra(false)
    await runSync(account, deps, 'timer')
    const unsent = await createSubmission(device, product)
    unwrap(await cancelInvoice(account, commands, { invoiceId: unsent.id, reason: 'Kosa' }))
    await runSync(account, deps, 'timer')
    expect(await findInvoice(account.db, waiting.id)).toMatchObject({
      status: 'canceled',
      receipt: { gc: 1 },
    })
    expect(await findInvoice(account.db, unsent.id)).toMatchObject({ status: 'canceled', receipt: null })
  })

  it('says that all was sent when only allowed work waited in a blocked company (spec §4)', async () => {
    device.blockByTra(true)
    await runSync(device.account, device.deps, 'timer')
    await createCustomer(device)
    expect(await sendAndReport(device.account, device.deps)).toMatchObject({ kind: 'all-sent', sent: 1 })
  })
})

describe('two accounts on one phone', () => {
  it('nothing of one is stored, shown or sent under the other (I7, H2)', async () => {
    const other = await Device.make({ clock: device.clock })
    expect(other.account.db.name).not.toBe(device.account.db.name)
    const mine = await createSubmission(device, product)
    const theirs = await createSubmission(other, await createProduct(other))
    await Promise.all([
      runSync(device.account, device.deps, 'enqueued'),
      runSync(other.account, other.deps, 'enqueued'),
    ])
    expect(await other.account.db.invoices.get(mine.id)).toBeUndefined()
    expect(await device.account.db.invoices.get(theirs.id)).toBeUndefined()
    expect(device.server.invoices.has(theirs.id)).toBe(false)
    for (const request of other.server.requests) {
      expect(JSON.stringify(request.body)).not.toContain(device.companyId)
    }
  })

  it('an entry of another account in this queue is never sent, and asks for a person (H5)', async () => {
    await createSubmission(device, product)
    const [entry] = await listUnsent(device.account.db)
    if (!entry) throw new Error('no entry')
    await device.account.db.outbox.update(entry.seq, { companyId: idOf('somebody else') })
    const before = pushes(device)
    await sendNow(device.account, device.deps)
    expect(pushes(device)).toBe(before)
    expect(await listUnsent(device.account.db)).toMatchObject([
      { state: 'attention', last: { code: 'OPERATION_DAMAGED' } },
    ])
  })

  it('an administrator without a company has nothing unsent and sends no request', async () => {
    const account = { ...device.account, companyId: null }
    const before = device.server.requests.length
    expect(await runSync(account, device.deps, 'start')).toMatchObject({ pendingCount: 0, pulled: 'skipped' })
    expect(device.server.requests.length).toBe(before)
  })
})

it('a push never goes out before this device has an id', async () => {
  await createSubmission(device, product)
  await deleteMeta(device.account.db, 'deviceId')
  const before = pushes(device)
  await sendNow(device.account, device.deps)
  expect(pushes(device)).toBe(before)
  await upsertMeta(device.account.db, 'deviceId', idOf('device'))
})
