import { messageOf, type Refusal } from './acknowledgement-codes.ts'
import { eastAfricaDate, eastAfricaTime } from './fiscal-time.ts'
import { type Outcome, outcome } from './handler.ts'
import type { DeviceRecord } from './ledger-entries.ts'
import { nowOf, type SimulatorContext } from './simulator-context.ts'

/** What a receipt or Z report says of itself in its acknowledgement; empty when it could not be read. */
export type Acknowledged = {
  tag: 'RCTACK' | 'ZACK'
  numberName: 'RCTNUM' | 'ZNUMBER'
  number: string
  subject: string | null
  date: string | null
  time: string | null
}

/** The signed answer to a receipt or Z report; `refusal` null means taken. */
export function acknowledge(
  context: SimulatorContext,
  device: DeviceRecord,
  about: Acknowledged,
  refusal: Refusal | null,
  rest: Partial<Outcome> = {},
): Outcome {
  const echo = context.ledger.settings.ackTime === 'echo'
  const code = refusal?.code ?? 0
  const message = refusal === null ? 'Success' : messageOf(refusal)
  const parts = [
    [about.numberName, about.number],
    ['DATE', (echo ? about.date : null) ?? eastAfricaDate(nowOf(context))],
    ['TIME', (echo ? about.time : null) ?? eastAfricaTime(nowOf(context))],
    ['ACKCODE', String(code)],
    ['ACKMSG', message],
  ] as const
  return outcome(
    { tag: about.tag, parts },
    {
      certkey: device.certkey,
      subject: about.subject,
      ackCode: code,
      detail: refusal === null ? null : message,
      ...rest,
    },
  )
}
