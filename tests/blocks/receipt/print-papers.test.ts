import { expect, test } from 'vitest'
import { printPapers } from '#blocks/receipt/printer/print-papers.ts'
import { PrinterError, type PrinterTransport } from '#blocks/receipt/printer/printer-transport.ts'
import type { Printing } from '#data/meta.ts'

const printing: Printing = {
  paper: '80',
  way: 'bluetooth',
  baud: 9600,
  qrAsPicture: false,
  opensDrawer: true,
}

/** A printer that records what happens; the paper after `breaksAfter` is lost. */
function printerOf(events: string[], breaksAfter = Number.POSITIVE_INFINITY): PrinterTransport {
  let sent = 0
  return {
    open: async () => {
      events.push('open')
      return {
        send: async (bytes) => {
          if (sent === breaksAfter) throw new PrinterError('broken-off')
          sent += 1
          // ESC p opens the cash drawer.
          const drawer = bytes.some((byte, at) => byte === 0x1b && bytes[at + 1] === 0x70)
          events.push(drawer ? 'print and open the drawer' : 'print')
        },
        close: async () => void events.push('close'),
      }
    },
  }
}

function papers(events: string[], count: number, refused?: number) {
  return Array.from({ length: count }, (_, index) => ({
    countHandover: async () => {
      events.push(`count ${index + 1}`)
      return index + 1 === refused ? undefined : { copy: false }
    },
    linesFor: () => [],
  }))
}

test('prints several papers over one connection, each counted at its turn, and opens the drawer once', async () => {
  const events: string[] = []
  const settings = { printing, choosesPrinter: false }
  expect(await printPapers(printerOf(events), papers(events, 2), settings)).toBe(2)
  expect(events).toEqual(['open', 'count 1', 'print and open the drawer', 'count 2', 'print', 'close'])
})

test('a printer that breaks off makes no copy of what it did not reach', async () => {
  const events: string[] = []
  const job = printPapers(printerOf(events, 1), papers(events, 3), { printing, choosesPrinter: false })
  await expect(job).rejects.toMatchObject({ code: 'broken-off' })
  expect(events).toEqual(['open', 'count 1', 'print and open the drawer', 'count 2', 'close'])
})

test('stops where a paper could not be counted', async () => {
  const events: string[] = []
  const settings = { printing, choosesPrinter: false }
  expect(await printPapers(printerOf(events), papers(events, 3, 2), settings)).toBe(1)
})
