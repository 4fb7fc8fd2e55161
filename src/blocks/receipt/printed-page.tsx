import { type ReactNode, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { PAPERS, type PaperSize } from '#domain/receipts/paper-size.ts'
import classes from './printed-page.module.css'

const MM_PER_PIXEL = 25.4 / 96

/** Size and margins of a sheet: a roll is cut after the last line, an office sheet keeps its margins. */
function pageSizeCss(size: PaperSize, heightPixels: number): string {
  const { width, height, top } = PAPERS[size]
  return height === null
    ? `size: ${width}mm ${Math.ceil(heightPixels * MM_PER_PIXEL) + 1}mm; margin: 0;`
    : `size: ${width}mm ${height}mm; margin: ${top}mm 0;`
}

/**
 * The sheets to print, in their order. Each has its own length, by a named page; a browser that does not support
 * named pages cuts all of them as long as the longest.
 */
function pageCss(size: PaperSize, heights: readonly number[]): string {
  const namedPages = heights.map(
    (height, index) =>
      `@page paper-${index} { ${pageSizeCss(size, height)} } [data-paper="${index}"] { page: paper-${index} }`,
  )
  return [
    `@page { ${pageSizeCss(size, Math.max(0, ...heights))} }`,
    ...(heights.length > 1 ? namedPages : []),
  ].join('\n')
}

type Props = {
  readonly size: PaperSize
  /** Each of them on a sheet of its own. */
  readonly papers: readonly { readonly key: string; readonly paper: ReactNode }[]
  /** Called once when the browser has accepted the page, or could not. */
  readonly onDone: () => void
}

/** The only thing the browser prints while it is mounted. Requests the print as soon as all heights are known. */
export function PrintedPage({ size, papers, onDone }: Props) {
  const page = useRef<HTMLDivElement>(null)
  const [rule, setRule] = useState<string>()
  const latestOnDone = useRef(onDone)
  useEffect(() => {
    latestOnDone.current = onDone
  })
  useEffect(() => {
    const paperElements = [...(page.current?.querySelectorAll('[data-paper]') ?? [])]
    setRule(
      pageCss(
        size,
        paperElements.map((paper) => paper.getBoundingClientRect().height),
      ),
    )
  }, [size])
  useEffect(() => {
    if (rule === undefined) return undefined
    const root = document.documentElement
    const finish = () => latestOnDone.current()
    root.dataset['printing'] = 'receipt'
    window.addEventListener('afterprint', finish)
    // Not every browser reports the end of printing; a touch of the page counts as well.
    window.addEventListener('pointerdown', finish)
    window.print()
    return () => {
      delete root.dataset['printing']
      window.removeEventListener('afterprint', finish)
      window.removeEventListener('pointerdown', finish)
    }
  }, [rule])
  return createPortal(
    <div ref={page} className={classes.page} data-size={size} aria-hidden="true">
      {rule === undefined ? null : <style>{rule}</style>}
      {papers.map(({ key, paper }, index) => (
        <div key={key} className={classes.paper} data-paper={index}>
          {paper}
        </div>
      ))}
    </div>,
    document.body,
  )
}
