import { useEffect, useRef, useState } from 'react'
import { useAppContext } from '#app-context/app-context.ts'
import { saveProduct } from '#commands/catalogue.ts'
import { isListed } from '#data/search-rows.ts'
import { type PartitionedProducts, partitionProducts } from '#domain/products/partition-import.ts'
import type { ProductFileError, ProductRowError } from '#domain/products/product-table.ts'
import { readProductsInWorker } from '#workers/import-csv/start-csv.ts'

/** A product that was not saved: its row and the code of the reason. */
export type FailedRow = { readonly row: number; readonly code: string }

export type ProductImportState =
  | { readonly kind: 'choosing'; readonly fault?: ProductFileError; readonly failed?: true }
  | { readonly kind: 'reading' }
  | {
      readonly kind: 'read'
      readonly sorted: PartitionedProducts
      readonly errors: readonly ProductRowError[]
      readonly ignored: readonly string[]
    }
  | { readonly kind: 'writing'; readonly done: number; readonly all: number }
  /** `stopped`: the person canceled; what was written stays. */
  | {
      readonly kind: 'done'
      readonly written: number
      readonly failed: readonly FailedRow[]
      readonly stopped: boolean
    }

const isCsv = ({ name, type }: File) => /\.csv$/i.test(name) || type === 'text/csv'

/** Reads a file of products, then saves what is new or different on this phone; both can be stopped. */
export function useProductImport() {
  const { account, commands, db } = useAppContext()
  const [state, setState] = useState<ProductImportState>({ kind: 'choosing' })
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const begin = () => {
    running.current?.abort()
    running.current = new AbortController()
    return running.current.signal
  }
  const take = async (file: File) => {
    const stop = begin()
    if (!isCsv(file)) {
      setState({ kind: 'choosing', fault: { kind: 'file-type' } })
      return
    }
    setState({ kind: 'reading' })
    try {
      const read = await readProductsInWorker(file, stop)
      if (read === undefined) return
      const known = (await db.products.toArray()).filter(isListed)
      if (stop.aborted) return
      if (read.kind === 'refused') setState({ kind: 'choosing', fault: read.error })
      else setState({ ...read, sorted: partitionProducts(read.rows, known) })
    } catch {
      if (!stop.aborted) setState({ kind: 'choosing', failed: true })
    }
  }
  const write = async ({ added, updated }: PartitionedProducts) => {
    const stop = begin()
    const rows: PartitionedProducts['updated'][number][] | PartitionedProducts['added'][number][] = [
      ...added,
      ...updated,
    ]
    const failed: FailedRow[] = []
    let done = 0
    for (const next of rows) {
      if (stop.aborted) break
      if (done % 20 === 0) setState({ kind: 'writing', done, all: rows.length })
      const id =
        'productId' in next && typeof next.productId === 'string' ? { productId: next.productId } : {}
      const result = await saveProduct(account, commands, { ...id, form: next.product })
      if (result.kind === 'refused')
        failed.push({ row: next.row, code: result.refusals[0]?.code ?? 'UNEXPECTED' })
      if (result.kind === 'not-kept') failed.push({ row: next.row, code: result.code })
      done += 1
    }
    setState({ kind: 'done', written: done - failed.length, failed, stopped: done < rows.length })
  }
  return {
    state,
    take: (file: File) => void take(file),
    write: (sorted: PartitionedProducts) => void write(sorted),
    stop: () => {
      running.current?.abort()
      if (state.kind === 'reading') setState({ kind: 'choosing' })
    },
    again: () => setState({ kind: 'choosing' }),
  }
}
