import { type Logo, logoRuns } from '#domain/receipts/logo.ts'

/** The seller's picture; hidden from screen readers, because the name follows as text. */
export function LogoPicture({ logo }: { logo: Logo }) {
  const path = logoRuns(logo)
    .map(({ x, y, length }) => `M${x} ${y}h${length}v1h-${length}z`)
    .join('')
  return (
    <svg
      viewBox={`0 0 ${logo.width} ${logo.height}`}
      width="100%"
      aria-hidden="true"
      shapeRendering="crispEdges"
    >
      <path d={path} fill="#000" />
    </svg>
  )
}
