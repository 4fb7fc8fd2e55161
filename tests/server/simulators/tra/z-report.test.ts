import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { GOLDEN_RECEIPT, STANDARD_59, ZERO_RATED_60, zReport } from './sample-messages.ts'
import {
  control,
  listed,
  makeDevice,
  NOW_MS,
  openSession,
  postReceipt,
  postZReport,
  type RunningSimulator,
  runSimulator,
  type SimulatedDevice,
} from './simulated-shop.ts'

/** 00:05 of the next day, East Africa Time. */
const AFTER_MIDNIGHT = Date.parse('2026-03-02T21:05:00.000Z')

let simulator: RunningSimulator
let device: SimulatedDevice
let token: string

beforeAll(async () => {
  simulator = await runSimulator()
  device = await makeDevice(simulator.baseUrl)
  token = (await openSession(simulator.baseUrl, device)).token
})

afterAll(() => simulator.end())

beforeEach(async () => {
  simulator.clock.ms = NOW_MS
  await control(simulator.baseUrl, 'POST', 'reset', { keepDevices: true })
  for (const content of [GOLDEN_RECEIPT, STANDARD_59, ZERO_RATED_60]) {
    expect((await postReceipt(simulator.baseUrl, device, token, content)).code).toBe('0')
  }
  simulator.clock.ms = AFTER_MIDNIGHT
})

const code = async (content: string) => (await postZReport(simulator.baseUrl, device, token, content)).code
const useProfile = (profile: string) => control(simulator.baseUrl, 'PUT', 'profile', { profile })

test('the golden Z report of the day is accepted and listed', async () => {
  const ack = await postZReport(simulator.baseUrl, device, token, zReport(device.uin))
  expect(ack.text).toContain('<ZACK><ZNUMBER>20260302</ZNUMBER>')
  expect(ack.code).toBe('0')
  const { json } = await control(simulator.baseUrl, 'GET', `z-reports?certkey=${device.certkey}`)
  expect(json).toEqual([
    expect.objectContaining({
      znumber: '20260302',
      dailyTotalCents: 8_926_000,
      grossCents: 108_926_000,
      flags: [],
    }),
  ])
})

test('920 on the day itself, accepted with a flag in field', async () => {
  simulator.clock.ms = NOW_MS
  expect(await code(zReport(device.uin))).toBe('920')
  await useProfile('field')
  expect(await code(zReport(device.uin))).toBe('0')
  expect(await listed(simulator.baseUrl, 'z-reports')).toEqual([
    expect.objectContaining({ flags: ['Z_DAY_NOT_OVER'] }),
  ])
})

test('a lost answer can be asked for again with the same bytes; other bytes for the day get 921', async () => {
  expect([await code(zReport(device.uin)), await code(zReport(device.uin))]).toEqual(['0', '0'])
  const other = zReport(device.uin).replace('Mtaa wa Kongo', 'Mtaa wa Msimbazi')
  expect(await code(other)).toBe('921')
  await useProfile('field')
  expect(await code(other)).toBe('0')
  await control(simulator.baseUrl, 'PUT', 'profile', { profile: 'strict', duplicateAnswer: 902 })
  expect(await code(zReport(device.uin))).toBe('921')
})

test.each([
  ['the daily total differs from the receipts', '89260.00', '89261.00'],
  ['a payment is missing', '27500.00', '27000.00'],
  ['the tickets differ from the highest DC', '<TICKETSFISCAL>3', '<TICKETSFISCAL>2'],
  ['the discounts differ', '<DISCOUNTS>1000.00', '<DISCOUNTS>0.00'],
  ['a rate label lacks its decimals', 'A-18.00', 'A-18'],
])('922 when %s, accepted with a flag in field', async (_, from, to) => {
  const content = zReport(device.uin).replace(from, to)
  expect(await code(content)).toBe('922')
  await useProfile('field')
  expect(await code(content)).toBe('0')
})

test('923 when GROSS does not continue, and a nil day continues it', async () => {
  expect(await code(zReport(device.uin))).toBe('0')
  simulator.clock.ms = AFTER_MIDNIGHT + 86_400_000
  const { token: fresh } = await openSession(simulator.baseUrl, device)
  const nilDay = (gross: string) =>
    zReport(device.uin)
      .replace('2026-03-02', '2026-03-03')
      .replace('20260302', '20260303')
      .replace('1089260.00', 'GROSS')
      .replaceAll(/(AMOUNT|DISCOUNTS)>\d+\.\d\d/g, '$1>0.00')
      .replace('<TICKETSFISCAL>3', '<TICKETSFISCAL>0')
      .replace('GROSS</', `${gross}</`)
  const send = async (gross: string) =>
    (await postZReport(simulator.baseUrl, device, fresh, nilDay(gross))).code
  expect(await send('1089261.00')).toBe('923')
  expect(await send('1089260.00')).toBe('0')
})

test('a table name of the guide instead of the sample XML name is refused with 901', async () => {
  expect(await code(zReport(device.uin).replaceAll('GROSS>', 'GROSSTOTAL>'))).toBe('901')
  expect(await code(zReport(device.uin).replace('<LINE>255712000000</LINE>', ''))).toBe('901')
})

test('906 when the Z number is not the date, 911 for a foreign REGID, 916 while blocked', async () => {
  expect(await code(zReport(device.uin).replace('20260302', '20260301'))).toBe('906')
  expect(await code(zReport(device.uin).replace('TZ0100999111', 'TZ0100999000'))).toBe('911')
  await control(simulator.baseUrl, 'POST', `devices/${device.certkey}/block`)
  expect(await code(zReport(device.uin))).toBe('916')
  await control(simulator.baseUrl, 'POST', `devices/${device.certkey}/unblock`)
})
