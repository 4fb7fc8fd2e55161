import { createHash, createPublicKey, verify } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { GOLDEN_RECEIPT, nextReceipt, STANDARD_59, ZERO_RATED_60 } from './sample-messages.ts'
import {
  control,
  listed,
  makeDevice,
  NOW_MS,
  openSession,
  postReceipt,
  type RunningSimulator,
  runSimulator,
  type SimulatedDevice,
  signedBody,
} from './simulated-shop.ts'

let simulator: RunningSimulator
let device: SimulatedDevice
let other: SimulatedDevice
let token: string
let otherToken: string

beforeAll(async () => {
  simulator = await runSimulator()
  device = await makeDevice(simulator.baseUrl)
  other = await makeDevice(simulator.baseUrl, {
    tin: '999000222',
    certkey: '10TZ188888',
    regId: 'TZ0100999222',
    receiptCode: 'OTHER2',
    gc: 1,
    vrn: '',
  })
  token = (await openSession(simulator.baseUrl, device)).token
  otherToken = (await openSession(simulator.baseUrl, other)).token
})

afterAll(() => simulator.end())

beforeEach(async () => {
  simulator.clock.ms = NOW_MS
  await control(simulator.baseUrl, 'POST', 'reset', { keepDevices: true })
})

const send = (content: string, headers: Record<string, string> = {}) =>
  postReceipt(simulator.baseUrl, device, token, content, { headers })
const code = async (content: string) => (await send(content)).code
const useProfile = (profile: string) => control(simulator.baseUrl, 'PUT', 'profile', { profile })

async function flagsOf(rctvnum: string) {
  const receipts = await listed(simulator.baseUrl, 'ledger')
  return receipts.find((receipt) => receipt['rctvnum'] === rctvnum)?.['flags']
}

test('the golden receipt is accepted byte for byte and is in the ledger with its figures', async () => {
  expect(Buffer.byteLength(GOLDEN_RECEIPT)).toBe(1274)
  expect(createHash('sha1').update(GOLDEN_RECEIPT).digest('hex')).toBe(
    'c7302205e4adf5a2a6199569ef34c643a038b72e',
  )
  const ack = await send(GOLDEN_RECEIPT)
  expect(ack.text).toContain(
    '<RCTACK><RCTNUM>58</RCTNUM><DATE>2026-03-02</DATE><TIME>09:20:00</TIME><ACKCODE>0</ACKCODE><ACKMSG>Success</ACKMSG></RCTACK>',
  )
  const { json } = await control(simulator.baseUrl, 'GET', 'ledger?tin=999000111&content')
  expect(json).toEqual([
    expect.objectContaining({
      rctvnum: 'SIM7QX58',
      gc: 58,
      dc: 1,
      customerName: 'Asha & Sons',
      totalInclCents: 2_276_000,
      totalExclCents: 2_049_322,
      discountCents: 100_000,
      payments: [
        { type: 'CASH', cents: 2_000_000 },
        { type: 'EMONEY', cents: 276_000 },
      ],
      sha256: createHash('sha256').update(GOLDEN_RECEIPT).digest('hex'),
      content: GOLDEN_RECEIPT,
      flags: [],
    }),
  ])
})

test('the answer is signed over its raw inner element by the key of the certificate', async () => {
  const { text } = await send(GOLDEN_RECEIPT)
  const pem = await (await fetch(`${simulator.baseUrl}/sim/certificate`)).text()
  const content = /<RCTACK>.*<\/RCTACK>/s.exec(text)?.[0] ?? ''
  const signature = Buffer.from(/<EFDMSSIGNATURE>([^<]+)</.exec(text)?.[1] ?? '', 'base64')
  expect(verify('RSA-SHA1', Buffer.from(content), createPublicKey(pem), signature)).toBe(true)
  expect(signature).toHaveLength(256)
})

test('the acknowledgement may echo the receipt time instead of the server time', async () => {
  await control(simulator.baseUrl, 'PUT', 'profile', { ackTime: 'echo' })
  expect((await send(GOLDEN_RECEIPT)).text).toContain('<DATE>2026-03-02</DATE><TIME>09:15:07</TIME>')
})

describe('a message without its own signature is refused with 1', () => {
  test('when a byte changed after signing', async () => {
    const body = signedBody(device.key, GOLDEN_RECEIPT).replace('Cement', 'Zement')
    expect((await postReceipt(simulator.baseUrl, device, token, '', { body })).code).toBe('1')
  })
  test('when another key signed', async () => {
    const body = signedBody(other.key, GOLDEN_RECEIPT)
    expect((await postReceipt(simulator.baseUrl, device, token, '', { body })).code).toBe('1')
  })
  test('when an equal but differently escaped text was signed, so parsing and writing again would pass', async () => {
    const body = signedBody(device.key, GOLDEN_RECEIPT).replace('Asha &amp; Sons', 'Asha &#38; Sons')
    expect((await postReceipt(simulator.baseUrl, device, token, '', { body })).code).toBe('1')
  })
  test('when there is white space between tags, even if it was signed', async () => {
    expect(await code(GOLDEN_RECEIPT.replace('</DATE><TIME>', '</DATE>\n<TIME>'))).toBe('1')
    await useProfile('field')
    expect(await code(GOLDEN_RECEIPT.replace('<ITEMS><ITEM>', '<ITEMS> <ITEM>'))).toBe('1')
  })
  test('but a blank value is not white space between tags', async () => {
    expect(await code(GOLDEN_RECEIPT.replace('<CUSTID></CUSTID>', '<CUSTID> </CUSTID>'))).toBe('0')
  })
})

describe('what an XSD would refuse gets 901 in both profiles', () => {
  const cases: [string, (text: string) => string][] = [
    ['elements in another order', (text) => text.replace(/(<DATE>.*<\/DATE>)(<TIME>.*<\/TIME>)/, '$2$1')],
    ['a missing element', (text) => text.replace('<CUSTID></CUSTID>', '')],
    ['an unknown element', (text) => text.replace('<DC>', '<NOTE>x</NOTE><DC>')],
    ['six decimals', (text) => text.replace('13500.00', '13500.000000')],
    ['an exponent', (text) => text.replace('13500.00', '1.35E4')],
    ['a thousands separator', (text) => text.replace('13500.00', '13,500.00')],
    ['no items', (text) => text.replace(/<ITEMS>.*<\/ITEMS>/, '<ITEMS></ITEMS>')],
    ['wrapped payments', (text) => text.replace('<PMTTYPE>CASH', '<PAYMENT></PAYMENT><PMTTYPE>CASH')],
    ['an unknown payment type', (text) => text.replace('EMONEY', 'MPESA')],
    ['a repeated VATTOTALS block', (text) => text.replace('</RCT>', '<VATTOTALS></VATTOTALS></RCT>')],
    ['a day that is not in the calendar', (text) => text.replace('2026-03-02', '2026-02-30')],
    ['a time without leading zero', (text) => text.replace('09:15:07', '9:15:07')],
    ['an attribute', (text) => text.replace('<DC>', '<DC a="1">')],
    ['a description of 511 characters', (text) => text.replace('Cement', 'x'.repeat(511))],
    ['an undefined entity', (text) => text.replace('&amp;', '&nbsp;')],
    ['a comment', (text) => text.replace('<DC>', '<!-- hello --><DC>')],
  ]
  test.each(cases)('%s', async (_, change) => {
    expect(change(GOLDEN_RECEIPT)).not.toBe(GOLDEN_RECEIPT)
    const ack = await send(change(GOLDEN_RECEIPT))
    expect([ack.code, ack.text]).toEqual(['901', expect.stringContaining('XSD Validation Failure')])
    await useProfile('field')
    expect(await code(change(GOLDEN_RECEIPT))).toBe('901')
  })
})

test.each([
  ['text', 'no xml at all'],
  ['an unclosed element', '<EFDMS><RCT>'],
  ['an entity bomb', '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><EFDMS><RCT>&b;</RCT></EFDMS>'],
  ['deep nesting', `${'<a>'.repeat(50_000)}${'</a>'.repeat(50_000)}`],
  ['a missing signature', `<EFDMS>${GOLDEN_RECEIPT}</EFDMS>`],
  ['an empty body', ''],
  ['bytes that are not UTF-8', Buffer.from([0x3c, 0xff, 0xfe, 0x3e])],
])('malformed XML (%s) is answered with 901 and the server lives on', async (_, body) => {
  const ack = await postReceipt(simulator.baseUrl, device, token, '', { body })
  expect(ack.code).toBe('901')
  expect(await code(GOLDEN_RECEIPT)).toBe('0')
})

test('a body above 1 MB is refused with HTTP 413', async () => {
  const body = signedBody(device.key, GOLDEN_RECEIPT.replace('Cement', 'x'.repeat(1_100_000)))
  const answer = await postReceipt(simulator.baseUrl, device, token, '', { body }).catch(() => null)
  // The connection may be closed before a sender of so much reads the answer.
  expect(answer?.status ?? 413).toBe(413)
  expect(await code(GOLDEN_RECEIPT)).toBe('0')
})

describe('headers', () => {
  test('no, a foreign or an unknown token is HTTP 401; the scheme may be capitalised', async () => {
    for (const authorization of ['', 'bearer nonsense', `Basic ${token}`]) {
      expect((await send(GOLDEN_RECEIPT, { Authorization: authorization })).status).toBe(401)
    }
    expect((await send(GOLDEN_RECEIPT, { Authorization: `Bearer ${token}` })).code).toBe('0')
  })
  test('a wrong Routing-Key is HTTP 400 in strict and accepted in field', async () => {
    expect((await send(GOLDEN_RECEIPT, { 'Routing-Key': 'vfdzreport' })).status).toBe(400)
    await useProfile('field')
    expect((await send(GOLDEN_RECEIPT, { 'Routing-Key': 'vfdzreport' })).code).toBe('0')
  })
  test('a missing certificate serial is HTTP 400', async () => {
    expect((await send(GOLDEN_RECEIPT, { 'Cert-Serial': '' })).status).toBe(400)
  })
})

describe('identity (TRA guide: 3, 6, 8; simulator: 911)', () => {
  const cases: [string, string, (text: string) => string][] = [
    ['3', 'a TIN with dashes', (text) => text.replace('999000111', '999-000-111')],
    ['3', 'an unknown TIN', (text) => text.replace('999000111', '123123123')],
    ['6', 'a serial not bound to the TIN', (text) => text.replace('10TZ199999', '10TZ188888')],
    ['911', 'another REGID', (text) => text.replace('TZ0100999111', 'TZ0100999222')],
    [
      '911',
      'TIN and serial of another device',
      (text) => text.replace('999000111', '999000222').replace('10TZ199999', '10TZ188888'),
    ],
  ]
  test.each(cases)('%s for %s, in both profiles', async (expected, _, change) => {
    expect(await code(change(GOLDEN_RECEIPT))).toBe(expected)
    await useProfile('field')
    expect(await code(change(GOLDEN_RECEIPT))).toBe(expected)
  })
  test('8 for the certificate of another device', async () => {
    const ack = await postReceipt(simulator.baseUrl, other, token, GOLDEN_RECEIPT)
    expect(ack.code).toBe('8')
  })
  test('911 for the token of another device', async () => {
    expect((await postReceipt(simulator.baseUrl, device, otherToken, GOLDEN_RECEIPT)).code).toBe('911')
  })
})

describe('rules with a code of their own', () => {
  type Field = 'refused' | string[]
  const cases: [string, string, Field, (text: string) => string][] = [
    ['910', 'RCTNUM is not GC', 'refused', (text) => text.replace('<RCTNUM>58', '<RCTNUM>57')],
    ['909', 'RCTVNUM is not receipt code and GC', 'refused', (text) => text.replace('SIM7QX58', 'SIM7QX058')],
    ['906', 'ZNUM is not DATE', 'refused', (text) => text.replace('20260302', '20260303')],
    ['905', 'five minutes and one second ahead', 'refused', (text) => text.replace('09:15:07', '09:25:01')],
    ['908', 'TAXCODE 6', 'refused', (text) => text.replace('<TAXCODE>5', '<TAXCODE>6')],
    ['908', 'TAXCODE 0', 'refused', (text) => text.replace('<TAXCODE>5', '<TAXCODE>0')],
    ['908', 'a letter without lines', 'refused', (text) => text.replace('<VATRATE>E', '<VATRATE>D')],
    ['908', 'a Z label on a receipt', 'refused', (text) => text.replace('<VATRATE>A', '<VATRATE>A-18.00')],
    ['912', 'CUSTIDTYPE 8', 'refused', (text) => text.replace('<CUSTIDTYPE>6', '<CUSTIDTYPE>8')],
    ['912', 'an ID type without ID', 'refused', (text) => text.replace('<CUSTIDTYPE>6', '<CUSTIDTYPE>4')],
    [
      '912',
      'a TIN of eight digits',
      ['CUSTOMER_TIN_FORM'],
      (text) =>
        text
          .replace('<CUSTIDTYPE>6', '<CUSTIDTYPE>1')
          .replace('<CUSTID></CUSTID>', '<CUSTID>12345678</CUSTID>'),
    ],
    ['913', 'a mobile number with plus', ['MOBILE_FORM'], (text) => text.replace('>2557120', '>+2557120')],
    ['903', 'a gap in GC', ['GC_GAP'], (text) => text.replaceAll('>58<', '>61<').replace('QX58', 'QX61')],
    ['907', 'the first DC of a day is 2', ['DC_SEQUENCE'], (text) => text.replace('<DC>1<', '<DC>2<')],
    ['914', 'payments below the total', ['TOTALS'], (text) => text.replace('2760.00', '2759.99')],
    [
      '914',
      'DISCOUNT not taken off',
      ['TOTALS', 'TAX_AMOUNTS'],
      (text) => text.replace('>1000.00<', '>0.00<'),
    ],
    [
      '914',
      'tax at a wrong rate',
      ['TAX_AMOUNTS'],
      (text) =>
        text.replace('12593.22', '12481.03').replace('2266.78', '2378.97').replace('20493.22', '20381.03'),
    ],
    [
      '915',
      'a negative receipt',
      ['NOT_POSITIVE'],
      (text) =>
        text.replace(/(AMT|AMOUNT|EXCL|INCL|DISCOUNT)>(\d+\.\d\d)/g, '$1>-$2').replaceAll('-0.00', '0.00'),
    ],
  ]
  test.each(cases)('%s when %s', async (expected, _, field, change) => {
    const content = change(GOLDEN_RECEIPT)
    expect(content).not.toBe(GOLDEN_RECEIPT)
    expect(await code(content)).toBe(expected)
    await useProfile('field')
    expect(await code(content)).toBe(field === 'refused' ? expected : '0')
    if (field === 'refused') return
    const rctvnum = /<RCTVNUM>(\w+)/.exec(content)?.[1] ?? ''
    expect(await flagsOf(rctvnum)).toEqual(field)
  })

  test('exactly five minutes ahead is not the future', async () => {
    expect(await code(GOLDEN_RECEIPT.replace('09:15:07', '09:25:00'))).toBe('0')
  })

  test('904 when the date is older than that of the receipt before, accepted in field', async () => {
    expect(await code(GOLDEN_RECEIPT)).toBe('0')
    const older = nextReceipt(59, 1, { date: '2026-03-01' })
    expect(await code(older)).toBe('904')
    await useProfile('field')
    expect(await code(older)).toBe('0')
    expect(await flagsOf('SIM7QX59')).toContain('DATE_OLDER')
  })

  test('907 when a DC repeats within its day, and the next day starts at 1 again', async () => {
    expect(await code(GOLDEN_RECEIPT)).toBe('0')
    expect(await code(nextReceipt(59, 1))).toBe('907')
    expect(await code(nextReceipt(59, 2))).toBe('0')
    simulator.clock.ms = NOW_MS + 20 * 3_600_000
    expect(await code(nextReceipt(60, 3, { date: '2026-03-03', time: '00:10:00' }))).toBe('907')
    expect(await code(nextReceipt(60, 1, { date: '2026-03-03', time: '00:10:00' }))).toBe('0')
  })

  test('the day is that of East Africa: 00:30 there is in the past although UTC still has yesterday', async () => {
    simulator.clock.ms = Date.parse('2026-03-02T21:30:00.000Z')
    expect(await code(nextReceipt(58, 1, { date: '2026-03-03', time: '00:29:00' }))).toBe('0')
    expect(await code(nextReceipt(59, 2, { date: '2026-03-03', time: '00:36:00' }))).toBe('905')
  })

  test('rounding per line and rounding per letter both pass (3 lines of 100.00)', async () => {
    const threeLines = (net: string, tax: string) =>
      STANDARD_59.replace('<RCTNUM>59', '<RCTNUM>58')
        .replace('<GC>59', '<GC>58')
        .replace('SIM7QX59', 'SIM7QX58')
        .replace('<DC>2', '<DC>1')
        .replace(
          /<ITEMS>.*<\/ITEMS>/,
          `<ITEMS>${'<ITEM><ID>1</ID><DESC>Soda</DESC><QTY>1</QTY><TAXCODE>1</TAXCODE><AMT>100.00</AMT></ITEM>'.repeat(3)}</ITEMS>`,
        )
        .replaceAll('50000.00', net)
        .replaceAll('59000.00', '300.00')
        .replace('9000.00', tax)
    expect(await code(threeLines('254.25', '45.75'))).toBe('0')
    await control(simulator.baseUrl, 'POST', 'reset', { keepDevices: true })
    expect(await code(threeLines('254.24', '45.76'))).toBe('0')
    await control(simulator.baseUrl, 'POST', 'reset', { keepDevices: true })
    expect(await code(threeLines('254.19', '45.81'))).toBe('914')
  })

  test('a seller without VAT registration may not charge tax, and letter C passes', async () => {
    const asOther = (text: string, number: number) =>
      text
        .replace('999000111', '999000222')
        .replace('TZ0100999111', 'TZ0100999222')
        .replace('10TZ199999', '10TZ188888')
        .replace(/<RCTNUM>\d+/, `<RCTNUM>${number}`)
        .replace(/<GC>\d+/, `<GC>${number}`)
        .replace(/<DC>\d+/, `<DC>${number}`)
        .replace(/SIM7QX\d+/, `OTHER2${number}`)
    const post = (content: string) => postReceipt(simulator.baseUrl, other, otherToken, content)
    expect((await post(asOther(STANDARD_59, 1))).code).toBe('908')
    expect((await post(asOther(ZERO_RATED_60, 1))).code).toBe('0')
  })
})

describe('duplicates (TRA guide: the same RCTVNUM is not saved twice)', () => {
  const stored = () => listed(simulator.baseUrl, 'ledger?content')

  test('identical bytes are answered 0 and stored once', async () => {
    expect([await code(GOLDEN_RECEIPT), await code(GOLDEN_RECEIPT)]).toEqual(['0', '0'])
    expect(await stored()).toEqual([expect.objectContaining({ resends: 1 })])
  })
  test('identical bytes are answered 902 when so switched', async () => {
    await control(simulator.baseUrl, 'PUT', 'profile', { duplicateAnswer: 902 })
    expect([await code(GOLDEN_RECEIPT), await code(GOLDEN_RECEIPT)]).toEqual(['0', '902'])
  })
  test('other bytes under a number that is taken get 902 and the first stays', async () => {
    expect(await code(GOLDEN_RECEIPT)).toBe('0')
    expect(await code(GOLDEN_RECEIPT.replace('Cement', 'Kement'))).toBe('902')
    await useProfile('field')
    expect(await code(GOLDEN_RECEIPT.replace('Cement', 'Kement'))).toBe('902')
    expect((await stored()).map((receipt) => receipt['content'])).toEqual([GOLDEN_RECEIPT])
  })
  test('many at once of the same bytes are stored once', async () => {
    const codes = await Promise.all(Array.from({ length: 20 }, () => code(GOLDEN_RECEIPT)))
    expect(new Set(codes)).toEqual(new Set(['0']))
    expect(await stored()).toEqual([expect.objectContaining({ resends: 19 })])
  })
})

test('a blocked device gets 916 and token header 8 until it is unblocked', async () => {
  const { baseUrl } = simulator
  const path = `devices/${device.certkey}`
  await control(baseUrl, 'POST', `${path}/block`, { message: 'VFD is BLOCKED, visit your office' })
  const ack = await send(GOLDEN_RECEIPT)
  expect([ack.code, ack.text]).toEqual(['916', expect.stringContaining('visit your office')])
  const session = await openSession(baseUrl, device)
  const answer = await fetch(`${baseUrl}/vfdtoken`, {
    method: 'POST',
    body: new URLSearchParams({
      username: session.username,
      password: session.password,
      grant_type: 'password',
    }),
  })
  expect([answer.headers.get('ACKCODE'), answer.headers.get('ACKMSG')]).toEqual([
    '8',
    'VFD is BLOCKED, visit your office',
  ])
  await control(baseUrl, 'POST', `${path}/unblock`)
  expect(await code(GOLDEN_RECEIPT)).toBe('0')
})
