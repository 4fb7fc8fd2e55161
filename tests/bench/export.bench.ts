import type { Page } from 'playwright'
import { type Bench, onceFor } from './bench.ts'
import type { ExportAnswer, ExportRequest } from './page/export-work.ts'
import { launchBrowser } from './support/browser.ts'
import { bundleScript } from './support/bundle-script.ts'
import { logProgress, onStage } from './support/cleanup.ts'

const ROWS = 10_000
/** A table of a report, as the shop prints it. */
const FEW_ROWS = 500

type Written = Exclude<ExportAnswer, { error: string }>

/** Has a file written by a worker that was never used before, as each export of the app has one of its own. */
async function writeBeside(page: Page, program: string, request: ExportRequest): Promise<Written> {
  const answer = await page.evaluate(
    async ([script, wanted]) => {
      const address = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }))
      const worker = new Worker(address)
      try {
        return await new Promise<ExportAnswer>((resolve, reject) => {
          worker.onmessage = ({ data }: MessageEvent<ExportAnswer>) => resolve(data)
          worker.onerror = ({ message }) => reject(new Error(message))
          worker.postMessage(wanted)
        })
      } finally {
        worker.terminate()
        URL.revokeObjectURL(address)
      }
    },
    [program, request] as const,
  )
  if ('error' in answer) throw new Error(answer.error)
  return answer
}

const measure = onceFor(({ full }) =>
  onStage(async (opened) => {
    const program = await bundleScript('export-work.ts')
    const browser = opened(await launchBrowser(), (part) => part.close())
    const page = await browser.newPage()
    const write = async (request: ExportRequest) => {
      logProgress(`export: ${request.rows} rows as ${request.format}`)
      const files: Written[] = []
      for (let n = 0; n < (full ? 12 : 5); n += 1) files.push(await writeBeside(page, program, request))
      return files
    }
    return {
      xlsx: await write({ format: 'xlsx', rows: ROWS }),
      csv: await write({ format: 'csv', rows: ROWS }),
      pdf: await write({ format: 'pdf', rows: ROWS }),
      'pdf-500-rows': await write({ format: 'pdf', rows: FEW_ROWS }),
    }
  }),
)

type Kind = keyof Awaited<ReturnType<typeof measure>>

function benchesOf(format: Kind, budget: number, note: string): Bench[] {
  const of =
    (pick: (written: Written) => number): Bench['run'] =>
    async (options) =>
      (await measure(options))[format].map(pick)
  return [
    {
      name: `export-${format}`,
      unit: 'ms',
      budget,
      pageLoops: { slowdown: 1, run: of(({ loopMs }) => loopMs) },
      run: of(({ ms }) => ms),
      note: `${note}, in a fresh worker that is not slowed; without reading them`,
    },
    { name: `export-${format}-file`, unit: 'kB', run: of(({ bytes }) => bytes / 1000) },
  ]
}

const INVOICES = `${ROWS} invoices, 13 columns`
const TABLE = 'a name and five amounts in each row'

/** Writing a list to a file, and a table of a report as PDF. */
const benches: Bench[] = [
  ...benchesOf('xlsx', 1_500, INVOICES),
  ...benchesOf('csv', 200, INVOICES),
  ...benchesOf('pdf', 9_000, `${ROWS} rows, ${TABLE}`),
  ...benchesOf('pdf-500-rows', 600, TABLE),
]
export default benches
