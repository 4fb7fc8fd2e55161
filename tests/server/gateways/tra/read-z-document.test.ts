import { expect, test } from 'vitest'
import { zReport } from '#domain/fiscal/z-report.ts'
import { toCents } from '#domain/money/cents.ts'
import { readZDocument } from '#server/gateways/tra/read-z-document.ts'
import { type ZDevice, zReportElement } from '#server/gateways/tra/z-document.ts'
import { fiscalDay } from './golden-receipt.ts'

const DAY = fiscalDay('2026-03-02')
const DEVICE: ZDevice = {
  headerLines: ['Duka <VRN>1</VRN>'],
  ...{ vrn: '40000001A', tin: '999000111', taxOffice: "Kodi & Ushuru 'Ilala'", regId: 'TZ0100999111' },
  ...{ efdSerial: '10TZ199999', registrationDate: DAY, uin: '09VFD', rates: {} },
}

function documentOf(device: ZDevice): string {
  return zReportElement(zReport(DAY, toCents(0), []), device)
}

test('reads what a signed Z report says of its device, as it was before it was escaped', () => {
  expect(readZDocument(documentOf(DEVICE))).toEqual({
    device: {
      ...{ serial: '10TZ199999', regId: 'TZ0100999111', taxOffice: "Kodi & Ushuru 'Ilala'" },
      vrn: '40000001A',
    },
    ticketsVoid: 0,
  })
})

test('a device without VAT registration has no VRN', () => {
  expect(readZDocument(documentOf({ ...DEVICE, vrn: '' })).device.vrn).toBe('')
})

test('a document that lacks a part was never signed here', () => {
  expect(() => readZDocument(documentOf(DEVICE).replace(/<REGID>.*<\/REGID>/, ''))).toThrow('REGID')
})
