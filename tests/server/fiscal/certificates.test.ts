import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { FiscalDeviceView } from '#contract/fiscal-devices.ts'
import { DAY_MS } from '#domain/calendar/east-africa.ts'
import { ALL_RIGHTS } from '#domain/permissions/operator-rights.ts'
import type { DeviceIdentity, TokenCredentials } from '#server/gateways/tra/gateway.ts'
import { deliver } from '#server/services/fiscal/deliver.ts'
import type { DeliveryDeps } from '#server/services/fiscal/delivery-deps.ts'
import { registerDevice } from '#server/services/fiscal/register-device.ts'
import { uploadCertificate } from '#server/services/fiscal/upload-certificate.ts'
import { warnCertificates } from '#server/services/fiscal/warn-certificates.ts'
import { logInTestUser } from '#tests/support/start-test-server.ts'
import { createCompany, createOperator, createOrganization, createUser } from '#tests/support/tenants.ts'
import {
  aProduct,
  aSale,
  invoiceInput,
  invoiceOf,
  Phone,
  startTestBackend,
  type TestBackend,
} from '../../support/test-backend.ts'
import { makePfx } from '../gateways/tra/make-pfx.ts'
import { makeCertificate, makeSigningKey } from '../gateways/tra/signing-key.ts'

type Device = { readonly pfxBase64: string; readonly pfxPassword: string; readonly certSerialHex: string }

let backend: TestBackend
beforeAll(async () => {
  backend = await startTestBackend()
})
afterAll(async () => await backend.close())

let company: Awaited<ReturnType<typeof createCompany>>
let owner: Awaited<ReturnType<typeof createUser>>
let token: string
let serial = 0
let deviceSerial: string
beforeEach(async () => await openCompany())

async function openCompany(): Promise<void> {
  const { db } = backend.server.services
  company = await createCompany(db)
  owner = await createUser(db, { user_type: 'company_owner', company_id: company.id })
  token = (await logInTestUser(backend.server, owner.username)).token
  serial += 1
  deviceSerial = `98TZ${String(serial).padStart(6, '0')}`
}

async function issue(tin = company.tin): Promise<Device> {
  const body = { tin, certkey: deviceSerial, name: company.name, vrn: company.vrn }
  return (await backend.controlSimulator('POST', 'devices', body)) as Device
}

async function renew(): Promise<Device> {
  return (await backend.controlSimulator('POST', `devices/${deviceSerial}/renew-certificate`, {})) as Device
}

async function upload(device: { pfxBase64: string; pfxPassword: string }, change: object = {}) {
  const input = { companyId: company.id, deviceSerial, file: device.pfxBase64, password: device.pfxPassword }
  return await backend.server.call('certificates.upload', { ...input, ...change }, token)
}

/** Over HTTP a test server talks to no authority; the service is called as its handler calls it. */
async function register(deps: DeliveryDeps = backend.delivery): Promise<void> {
  await registerDevice(ownerContext(), deps, { companyId: company.id })
}

function ownerContext() {
  const { services } = backend.server
  const actor = {
    userId: owner.id,
    userType: 'company_owner',
    companyId: company.id,
    organizationId: null,
  } as const
  return { ...services, actor, operatorName: 'Asha', rights: ALL_RIGHTS }
}

async function device(): Promise<FiscalDeviceView> {
  const { body } = await backend.server.call('fiscal.device', { companyId: company.id }, token)
  return body as FiscalDeviceView
}

async function openShop(): Promise<{ phone: Phone; productId: string }> {
  const operator = await createOperator(backend.server.services.db, company.id)
  const signedIn = await logInTestUser(backend.server, operator.username)
  const phone = new Phone(backend.server, company.id, operator.id, signedIn.token)
  return { phone, productId: await aProduct(phone) }
}

async function auditOf(action: string) {
  return await backend.server.services.db
    .selectFrom('audit')
    .selectAll()
    .where('company_id', '=', company.id)
    .where('action', '=', action)
    .execute()
}

describe('a certificate file is checked at once', () => {
  test('a good one is kept sealed, and answered with its serial and the days it has left', async () => {
    const issued = await issue()
    const { status, body } = await upload(issued)
    expect(status).toBe(200)
    expect(body).toMatchObject({ deviceSerial, serial: issued.certSerialHex, daysLeft: 5 * 365 })
    expect((await device()).waiting).toEqual(body)
    const stored = await backend.server.services.db
      .selectFrom('certificates')
      .selectAll()
      .where('company_id', '=', company.id)
      .executeTakeFirstOrThrow()
    expect(stored.sealed_private_key).toMatch(/^s1\.[0-9a-f]{8}\.[\w-]{200,}$/)
    const logged = JSON.stringify(backend.server.events)
    expect(logged).not.toContain(issued.pfxPassword)
    expect(logged).not.toContain(issued.pfxBase64.slice(0, 40))
    expect(await auditOf('certificate.upload')).toMatchObject([{ user_id: owner.id }])
  })

  test('a wrong password and a broken file give different errors', async () => {
    const issued = await issue()
    const wrong = await upload(issued, { password: 'sio hili' })
    expect(wrong).toMatchObject({
      status: 422,
      body: {
        code: 'CERTIFICATE_PASSWORD_WRONG',
        fields: [{ path: 'password', code: 'CERTIFICATE_PASSWORD_WRONG' }],
      },
    })
    const noFile = Buffer.from('%PDF-1.7 not a certificate').toString('base64')
    expect((await upload(issued, { file: noFile })).body).toMatchObject({
      code: 'CERTIFICATE_UNREADABLE',
      fields: [{ path: 'file' }],
    })
    expect((await device()).waiting).toBeNull()
  })

  test.each([
    [{ file: '' }, 'CERTIFICATE_FILE_REQUIRED'],
    [{ file: Buffer.alloc(65 * 1024).toString('base64') }, 'CERTIFICATE_TOO_LARGE'],
    [{ password: '' }, 'CERTIFICATE_PASSWORD_REQUIRED'],
    [{ deviceSerial: '?' }, 'CERTIFICATE_SERIAL_REQUIRED'],
  ])('the fields are checked before the file is opened', async (change, code) => {
    const issued = await issue()
    expect(await upload(issued, change)).toMatchObject({ status: 422, body: { code } })
  })

  test('a key that is not the one of its certificate, and an ended certificate, are refused', async () => {
    const [mine, other] = [makeSigningKey(), makeSigningKey()]
    const file = async (certificatePem: string) => ({
      pfxBase64: Buffer.from(
        await makePfx({
          privateKeyPem: mine.privateKeyPem,
          certificates: [certificatePem],
          password: 'siri',
          keyCipher: 'aes256',
          certificateCipher: 'aes256',
          mac: 'SHA-256',
        }),
      ).toString('base64'),
      pfxPassword: 'siri',
    })
    const foreign = await upload(await file(makeCertificate('98TZ', '0a', other)))
    expect(foreign.body).toMatchObject({ code: 'CERTIFICATE_KEY_MISMATCH' })
    const issued = await issue()
    backend.clock.advance(5 * 366 * DAY_MS)
    try {
      token = (await logInTestUser(backend.server, owner.username)).token
      expect((await upload(issued)).body).toMatchObject({ code: 'CERTIFICATE_EXPIRED' })
    } finally {
      backend.clock.advance(-5 * 366 * DAY_MS)
    }
  })

  test('an organization admin uploads for a company of the organization, but not for another company (spec §6)', async () => {
    const { db } = backend.server.services
    const issued = await issue()
    const admin = async (organizationId: string) => {
      const user = await createUser(db, { user_type: 'organization_admin', organization_id: organizationId })
      token = (await logInTestUser(backend.server, user.username)).token
      return await upload(issued)
    }
    expect((await admin(company.organization_id)).status).toBe(200)
    expect((await admin((await createOrganization(db)).id)).body).toMatchObject({ code: 'FORBIDDEN' })
    const platform = await createUser(db, { user_type: 'platform_admin' })
    token = (await logInTestUser(backend.server, platform.username)).token
    expect((await upload(issued)).status).toBe(200)
    expect((await upload(issued, { companyId: randomUUID() })).body).toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('registration with the certificate that waits', () => {
  test('the first one makes an identity with its counters, and the shop sells', async () => {
    await upload(await issue())
    await register()
    const view = await device()
    expect(view).toMatchObject({
      environment: 'simulator',
      waiting: null,
      inUse: { deviceSerial },
      identities: [
        {
          current: true,
          environment: 'simulator',
          state: 'active',
          nextGc: 1,
          lastReceipt: null,
          waitingReceipts: 0,
        },
      ],
    })
    expect(await auditOf('fiscal-identity.register')).toMatchObject([{ user_id: owner.id }])
    // What was typed at the company gives way to what the authority registered.
    const { db } = backend.server.services
    const row = db.selectFrom('companies').select('serial').where('id', '=', company.id)
    expect(await row.executeTakeFirst()).toEqual({ serial: deviceSerial })
    const { phone, productId } = await openShop()
    const invoice = invoiceOf(await phone.pushOne('invoice.submit', invoiceInput(aSale(productId))))
    expect(invoice.receipt).toMatchObject({ gc: 1, environment: 'simulator', simulated: true })
    const [identity] = (await device()).identities
    expect(identity).toMatchObject({
      nextGc: 2,
      waitingReceipts: 1,
      lastReceipt: { rctvnum: invoice.receipt?.rctvnum },
    })
  })

  test('without a certificate there is nothing to register with', async () => {
    await expect(register()).rejects.toMatchObject({ code: 'CERTIFICATE_MISSING' })
  })

  test.each([
    [{ kind: 'code', code: 4, message: 'Not approved' }, 'TRA_NOT_APPROVED', 'Not approved'],
    [{ kind: 'code', code: 6, message: 'Serial is unknown' }, 'TRA_SERIAL_REFUSED', 'Serial is unknown'],
    [{ kind: 'drop-answer' }, 'REGISTRATION_NO_ANSWER', ''],
  ])(
    'what the authority refuses comes with its own words, and nothing changes: %j',
    async (fault, code, message) => {
      await upload(await issue())
      await backend.controlSimulator('POST', 'faults', {
        ...fault,
        ...{ times: 1, certkey: null, calls: ['registration'] },
      })
      await expect(register()).rejects.toMatchObject({ code, detail: { data: { message } } })
      expect(await device()).toMatchObject({ identities: [], waiting: { deviceSerial } })
      await register()
      expect((await device()).identities).toHaveLength(1)
    },
  )

  test("another taxpayer's certificate is refused by the authority", async () => {
    await upload(await issue('999888777'))
    await expect(register()).rejects.toMatchObject({ code: 'TRA_TIN_REFUSED' })
  })

  test('a renewal leaves no gap: receipts in the queue go out as they were signed, the next under the new key', async () => {
    const first = await issue()
    await upload(first)
    await register()
    const { phone, productId } = await openShop()
    const sell = async () => invoiceOf(await phone.pushOne('invoice.submit', invoiceInput(aSale(productId))))
    const queued = await sell()
    const bytesOf = async (invoiceId: string) =>
      await backend.server.services.db
        .selectFrom('receipts')
        .select(['signed_bytes', 'cert_serial_header', 'delivery'])
        .where('company_id', '=', company.id)
        .where('invoice_id', '=', invoiceId)
        .executeTakeFirstOrThrow()
    const before = await bytesOf(queued.id)
    const second = await renew()
    expect(second.certSerialHex).not.toBe(first.certSerialHex)
    expect((await upload(first)).body).toMatchObject({ code: 'CERTIFICATE_IN_USE' })
    const scope = { companyId: company.id }
    const file = Buffer.from(second.pfxBase64, 'base64')
    const other = { file, password: second.pfxPassword, deviceSerial: '97TZ000001' }
    await expect(
      uploadCertificate(ownerContext(), backend.delivery.endpoint, scope, other),
    ).rejects.toMatchObject({ code: 'CERTIFICATE_OTHER_DEVICE' })
    await upload(second)
    await register()
    const sold = await sell()
    expect(sold.receipt?.gc).toBe((queued.receipt?.gc ?? 0) + 1)
    expect(await bytesOf(queued.id)).toEqual(before)
    const after = await bytesOf(sold.id)
    expect(after.cert_serial_header).not.toBe(before.cert_serial_header)
    const [identity] = (await device()).identities
    expect(await deliver(backend.delivery, { companyId: company.id, id: identity?.id ?? '' })).toBe('idle')
    for (const id of [queued.id, sold.id]) expect((await bytesOf(id)).delivery).toBe('acknowledged')
    const ledger = await backend.controlSimulator('GET', `ledger?certkey=${deviceSerial}`)
    expect(ledger).toMatchObject([{ gc: 1 }, { gc: 2 }])
    const keys = await backend.server.services.db
      .selectFrom('certificates')
      .select(['state', 'sealed_private_key'])
      .where('company_id', '=', company.id)
      .orderBy('uploaded_at')
      .execute()
    expect(keys.map(({ state }) => state).sort()).toEqual(['in_use', 'replaced'])
    expect(keys.every(({ sealed_private_key }) => sealed_private_key === '')).toBe(true)
  })

  test('a test registration never becomes a live one: its receipts stay where they belong (design D20)', async () => {
    const issued = await issue()
    const atTest = {
      ...backend.delivery,
      endpoint: { ...backend.delivery.endpoint, environment: 'test' as const },
    }
    await upload(issued)
    // The gateway speaks plain HTTP to a simulator only, so the test system is given the simulator's client.
    const tra = {
      ...backend.delivery.tra,
      register: (_: unknown, asked: DeviceIdentity) =>
        backend.delivery.tra.register(backend.delivery.endpoint, asked),
      token: (_: unknown, asked: TokenCredentials) =>
        backend.delivery.tra.token(backend.delivery.endpoint, asked),
    }
    await register({ ...atTest, tra })
    const { phone, productId } = await openShop()
    const tested = invoiceOf(await phone.pushOne('invoice.submit', invoiceInput(aSale(productId))))
    expect(tested.receipt).toMatchObject({ environment: 'test', simulated: true })
    const [identity] = (await device()).identities
    // The server is switched to the other authority: nothing of the test leaves, nothing is renewed there.
    expect(await deliver(backend.delivery, { companyId: company.id, id: identity?.id ?? '' })).toBe('stopped')
    await upload(await renew())
    await register()
    const { identities } = await device()
    expect(identities).toMatchObject([
      { current: true, environment: 'simulator', waitingReceipts: 0 },
      {
        current: false,
        environment: 'test',
        waitingReceipts: 1,
        lastReceipt: { rctvnum: tested.receipt?.rctvnum },
      },
    ])
    const sold = invoiceOf(await phone.pushOne('invoice.submit', invoiceInput(aSale(productId))))
    expect(sold.receipt?.environment).toBe('simulator')
    expect(await deliver(backend.delivery, { companyId: company.id, id: identities[0]?.id ?? '' })).toBe(
      'idle',
    )
    const ledger = (await backend.controlSimulator('GET', `ledger?certkey=${deviceSerial}`)) as {
      rctvnum: string
    }[]
    expect(ledger).toHaveLength(1)
  })
})

test('60 and 14 days before the end the owners get one notification and one mail', async () => {
  const { db } = backend.server.services
  await upload(await issue())
  await register()
  await db
    .updateTable('certificates')
    .set({ not_after: new Date(backend.clock.now() + 61.5 * DAY_MS).toISOString() })
    .where('company_id', '=', company.id)
    .execute()
  const told = async () => {
    await warnCertificates(backend.server.services)
    await warnCertificates(backend.server.services)
    const mails = await db.selectFrom('mails').select('text').where('to_address', '=', owner.email).execute()
    const news = await db
      .selectFrom('notifications')
      .select('event')
      .where('company_id', '=', company.id)
      .execute()
    return [mails.length, news.filter(({ event }) => event === 'certificate-ends').length]
  }
  expect(await told()).toEqual([0, 0])
  backend.clock.advance(2 * DAY_MS)
  try {
    expect(await told()).toEqual([1, 1])
    backend.clock.advance(46 * DAY_MS)
    expect(await told()).toEqual([2, 2])
  } finally {
    backend.clock.advance(-48 * DAY_MS)
  }
})

test('a company that cannot be warned keeps no other from its warning', async () => {
  const { services } = backend.server
  const companies = []
  for (const open of [() => undefined, openCompany]) {
    await open()
    await upload(await issue())
    await register()
    companies.push(company.id)
  }
  await services.db
    .updateTable('certificates')
    .set({ not_after: new Date(backend.clock.now() + 20 * DAY_MS).toISOString() })
    .where('company_id', 'in', companies)
    .execute()
  const failed: unknown[] = []
  const send = () => Promise.reject(new Error('broken'))
  const log = (entry: Record<string, unknown>) => void failed.push(entry['companyId'])
  await warnCertificates({ ...services, mail: { ...services.mail, send }, log })
  expect(new Set(failed)).toEqual(new Set(companies))
})
