import { useCallback, useState } from 'react'
import { PAPERS, type PaperSize } from '#domain/receipts/paper-size.ts'
import type { ReceiptLine } from '#domain/receipts/receipt-line.ts'
import classes from './print-sheet.module.css'
import { ReceiptPaper } from './receipt-paper.tsx'

const PIXELS_PER_MM = 96 / 25.4

type Props = {
  readonly lines: readonly ReceiptLine[]
  readonly size: PaperSize
  readonly label: string
  readonly qrLabel: string
}

/** The paper as printed, in its own size or as large as the screen allows. */
export function Preview({ lines, size, label, qrLabel }: Props) {
  const [width, setWidth] = useState(0)
  const containerRef = useCallback((element: HTMLDivElement | null) => {
    if (!element) return undefined
    const measure = () => setWidth(element.clientWidth)
    // Before the first paint: a page of its own size for one frame moves everything below it.
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const zoom = width === 0 ? 1 : Math.min(1, width / (PAPERS[size].width * PIXELS_PER_MM))
  return (
    <div ref={containerRef} className={classes.desk}>
      <div className={classes.sheet} style={{ zoom }}>
        <ReceiptPaper lines={lines} size={size} label={label} qrLabel={qrLabel} />
      </div>
    </div>
  )
}
