import { bookOf } from './ledger.ts'
import type { DeviceRecord, ReceiptRecord, ReceivedRecord, ZReportRecord } from './ledger-entries.ts'
import type { SimulatorContext } from './simulator-context.ts'
import { isVisible } from './verify-portal.ts'

const instant = (ms: number) => new Date(ms).toISOString()

/** A device as the control API shows it; with its PFX file and password, since handing those out is its purpose. */
export function viewDevice(context: SimulatorContext, device: DeviceRecord) {
  const { username: _, password: __, createdAtMs, firstRegisteredAtMs, receiptCodes, ...open } = device
  const book = bookOf(context.ledger, device.certkey)
  return {
    ...open,
    receiptCode: receiptCodes.at(-1) ?? '',
    receiptCodes,
    createdAt: instant(createdAtMs),
    firstRegisteredAt: firstRegisteredAtMs === null ? null : instant(firstRegisteredAtMs),
    receipts: book.byGc.size,
    highestGc: book.highestGc,
    zReports: book.zReports.size,
  }
}

export function viewReceipt(context: SimulatorContext, receipt: ReceiptRecord, withContent: boolean) {
  const { receivedAtMs, visibleAtMs, content, ...facts } = receipt
  return {
    ...facts,
    receivedAt: instant(receivedAtMs),
    visible: isVisible(context, receipt),
    lost: visibleAtMs === null,
    visibleAt: visibleAtMs === null ? null : instant(visibleAtMs),
    ...(withContent ? { content } : {}),
  }
}

export function viewZReport(report: ZReportRecord, withContent: boolean) {
  const { receivedAtMs, content, ...facts } = report
  return { ...facts, receivedAt: instant(receivedAtMs), ...(withContent ? { content } : {}) }
}

export function viewReceived({ atMs, ...received }: ReceivedRecord) {
  return { ...received, at: instant(atMs) }
}

export function viewClock(context: SimulatorContext, nowMs: number) {
  const { offsetMs, frozenAtMs } = context.ledger.settings.clock
  return { now: instant(nowMs), offsetMs, frozenAt: frozenAtMs === null ? null : instant(frozenAtMs) }
}
