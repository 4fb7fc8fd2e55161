/** What the form of a new expense opens with: the camera, the code of a receipt or its files; else it is filled in by hand. */
export type EntryWay = 'scan' | 'code' | 'file'
