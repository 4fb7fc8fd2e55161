import { beforeEach, expect, it } from 'vitest'
import { sendAndReport } from '#sync/send-and-report.ts'
import { bringUpToDate } from '#sync/send-report.ts'
import { readStatus } from '#sync/status.ts'
import { Device } from './device.ts'
import { createProduct, createSubmission } from './shop.ts'

let device: Device
let product: string
beforeEach(async () => {
  device = await Device.make()
  product = await createProduct(device)
  await sendAndReport(device.account, device.deps)
})

const send = (connected = true) =>
  sendAndReport(device.account, { ...device.deps, connected: () => connected })

it('answers that nothing waits', async () => {
  expect(await send()).toEqual({ kind: 'nothing-waits', sent: 0, remaining: 0 })
})

it('answers how much was sent', async () => {
  await createSubmission(device, product)
  await createSubmission(device, product)
  expect(await send()).toEqual({ kind: 'all-sent', sent: 2, remaining: 0 })
})

it('answers that only what needs a person is left', async () => {
  await createSubmission(device, '01935000-0000-7000-8000-00000000dead')
  expect(await send()).toMatchObject({ kind: 'needs-you', remaining: 1 })
})

const TROUBLES: readonly { readonly kind: string; readonly connected: boolean; begin(): void }[] = [
  { kind: 'no-server', connected: true, begin: () => device.server.alwaysFail('unreachable') },
  { kind: 'no-server', connected: true, begin: () => device.server.alwaysFail('portal') },
  { kind: 'offline', connected: false, begin: () => device.server.alwaysFail('unreachable') },
  { kind: 'later', connected: true, begin: () => device.server.alwaysFail('too-busy') },
  { kind: 'blocked', connected: true, begin: () => device.blockByTra(true) },
  {
    kind: 'stopped',
    connected: true,
    begin: () => Object.assign(device.server, { userDisabled: true }),
  },
  { kind: 'update', connected: true, begin: () => Object.assign(device.server, { retired: true }) },
]

it.each(TROUBLES)('answers $kind when that is the obstacle, and keeps the work', async (trouble) => {
  await createSubmission(device, product)
  trouble.begin()
  expect(await send(trouble.connected)).toMatchObject({ kind: trouble.kind, remaining: 1 })
})

it('asks for a login when the session and the grant have ended', async () => {
  await createSubmission(device, product)
  device.server.tokenExpired = true
  device.server.refreshRefused = true
  expect(await send()).toMatchObject({ kind: 'log-in', remaining: 1 })
})

it('says that everything was sent once what waited has gone out by itself', async () => {
  await createSubmission(device, product)
  const offline = { kind: 'offline', sent: 1, remaining: 1 } as const
  expect(bringUpToDate(offline, await readStatus(device.account.db))).toBe(offline)
  await send()
  const after = await readStatus(device.account.db)
  expect(bringUpToDate(offline, after)).toEqual({ kind: 'all-sent', sent: 2, remaining: 0 })
  expect(bringUpToDate(offline, { ...after, lostCount: 1 })).toBe(offline)
})
