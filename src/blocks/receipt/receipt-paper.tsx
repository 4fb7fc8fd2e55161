import { Children, type ReactNode } from 'react'
import { groupLines, type LineGroup } from '#domain/receipts/group-lines.ts'
import type { PaperSize } from '#domain/receipts/paper-size.ts'
import type { ReceiptLine } from '#domain/receipts/receipt-line.ts'
import { LogoPicture } from './logo-picture.tsx'
import { QrCode } from './qr-code.tsx'
import classes from './receipt-paper.module.css'

type Props = {
  readonly lines: readonly ReceiptLine[]
  /** Paper of a printer, in its own millimetres; `screen` fills the available width. */
  readonly size: PaperSize | 'screen'
  /** The name for screen readers. */
  readonly label: string
  /** Describes the target of the QR code. */
  readonly qrLabel: string
  /** Wraps the QR code, for example in a link to its target. */
  readonly wrapQr?: (code: ReactNode, text: string) => ReactNode
}

function NameValueRows({ pairs }: { pairs: Extract<LineGroup, { kind: 'facts' | 'sums' }>['lines'] }) {
  return pairs.map((pair) => (
    <div key={pair.name} className={pair.kind === 'grand' ? classes.grand : undefined}>
      <dt>{pair.name}</dt>
      <dd>{pair.value}</dd>
    </div>
  ))
}

function renderItem(line: Extract<ReceiptLine, { kind: 'item' }>): ReactNode {
  return (
    <li>
      <span className={classes.sold}>{line.description}</span>
      <span className={classes.split}>
        <span>{line.measure}</span>
        <span>{line.amount}</span>
      </span>
      {line.discount ? (
        <span className={classes.split}>
          <span>{line.discount.name}</span>
          <span>{line.discount.value}</span>
        </span>
      ) : null}
    </li>
  )
}

/**
 * A receipt rendered as it is printed. Screen and printer use this same component, so that the preview equals the
 * paper.
 */
export function ReceiptPaper({ lines, size, label, qrLabel, wrapQr = (code) => code }: Props) {
  const renderGroup = (group: LineGroup): ReactNode => {
    switch (group.kind) {
      case 'rule':
        return <hr />
      case 'facts':
        return (
          <dl className={classes.facts}>
            <NameValueRows pairs={group.lines} />
          </dl>
        )
      case 'sums':
        return (
          <dl className={classes.sums}>
            <NameValueRows pairs={group.lines} />
          </dl>
        )
      case 'items':
        return <ul className={classes.items}>{Children.toArray(group.lines.map(renderItem))}</ul>
      case 'code':
        return (
          <div className={classes.centred}>
            <span>{group.line.name}</span>
            <strong className={classes.code}>{group.line.text}</strong>
          </div>
        )
      case 'qr':
        return (
          <div className={classes.qr}>
            {wrapQr(<QrCode text={group.line.text} label={qrLabel} />, group.line.text)}
          </div>
        )
      case 'logo':
        return (
          <div className={classes.logo}>
            <LogoPicture logo={group.line.logo} />
          </div>
        )
      case 'text':
        return <p className={classes[group.line.kind]}>{group.line.text}</p>
    }
  }
  return (
    <article className={classes.paper} data-size={size} aria-label={label}>
      {Children.toArray(groupLines(lines).map(renderGroup))}
    </article>
  )
}
