/** Finds one import cycle per knot of files; each is given as the path around it, first file repeated last. */
export function findCycles(graph: Map<string, string[]>): string[][] {
  const done = new Set<string>()
  const cycles: string[][] = []

  function walk(file: string, trail: string[]): void {
    const at = trail.indexOf(file)
    if (at >= 0) {
      cycles.push([...trail.slice(at), file])
      return
    }
    if (done.has(file)) return
    for (const next of graph.get(file) ?? []) walk(next, [...trail, file])
    done.add(file)
  }

  for (const file of graph.keys()) walk(file, [])
  return cycles
}
