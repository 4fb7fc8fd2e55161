import { Fragment } from 'react'
import { type FigureName, type Finding, figureOf } from '#domain/insights/finding.ts'

/** Figures that are compared, the present one first. */
const COMPARED = [
  ['now', 'usual'],
  ['count', 'usualCount'],
  ['share', 'usualShare'],
  ['due', 'before'],
  ['days', 'usualDays'],
] as const satisfies readonly (readonly [FigureName, FigureName])[]

type Bar = { readonly name: FigureName; readonly value: number }

/** The two figures that a finding compares. */
export function comparedFigures(finding: Pick<Finding, 'figures'>): readonly Bar[] | undefined {
  const names = COMPARED.find((pair) =>
    pair.every((name) => finding.figures.some((figure) => figure.name === name)),
  )
  return names?.map((name) => ({ name, value: figureOf(finding, name) }))
}

type Props = {
  readonly finding: Pick<Finding, 'figures'>
  readonly nameOf: (name: FigureName) => string
}

/** Two bars: the present figure above the usual one. The sentence and the figures say both in words. */
export function FindingChart({ finding, nameOf }: Props) {
  const bars = comparedFigures(finding)
  if (bars === undefined) return null
  const most = Math.max(1, ...bars.map(({ value }) => value))
  return (
    <div
      aria-hidden="true"
      className="dim small"
      style={{
        display: 'grid',
        gridTemplateColumns: 'auto 1fr',
        gap: '0.25rem 0.75rem',
        alignItems: 'center',
        maxWidth: '32rem',
      }}
    >
      {bars.map(({ name, value }, index) => (
        <Fragment key={name}>
          <span>{nameOf(name)}</span>
          <span
            style={{
              width: `${Math.max(0.5, (100 * Math.max(0, value)) / most)}%`,
              height: '0.75rem',
              borderRadius: '0.25rem',
              background: index === 0 ? 'var(--r-brand)' : 'var(--r-edge)',
            }}
          />
        </Fragment>
      ))}
    </div>
  )
}
