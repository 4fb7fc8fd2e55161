import { type ReactNode, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { PAPERS, type PaperSize } from '#domain/receipts/paper-size.ts'
import classes from './printed-page.module.css'

const MM_PER_PIXEL = 25.4 / 96

/** A roll is cut behind the last line; an office sheet keeps its margins on every page. */
function pageRule(size: PaperSize, heightPixels: number): string {
  const { width, height, top } = PAPERS[size]
  return height === null
    ? `@page { size: ${width}mm ${Math.ceil(heightPixels * MM_PER_PIXEL) + 1}mm; margin: 0; }`
    : `@page { size: ${width}mm ${height}mm; margin: ${top}mm 0; }`
}

type Props = {
  readonly size: PaperSize
  readonly children: ReactNode
  /** Called once when the browser has taken the page, or could not. */
  readonly onDone: () => void
}

/** The only thing the browser prints while it is there. Asks for the print as soon as its height is known. */
export function PrintedPage({ size, children, onDone }: Props) {
  const page = useRef<HTMLDivElement>(null)
  const [rule, setRule] = useState<string>()
  const done = useRef(onDone)
  useEffect(() => {
    done.current = onDone
  })
  useEffect(() => {
    setRule(pageRule(size, page.current?.getBoundingClientRect().height ?? 0))
  }, [size])
  useEffect(() => {
    if (rule === undefined) return undefined
    const root = document.documentElement
    const finish = () => done.current()
    root.dataset['printing'] = 'receipt'
    window.addEventListener('afterprint', finish)
    // Not every browser says when it is done; a touch of the page says it too.
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
      {children}
    </div>,
    document.body,
  )
}
