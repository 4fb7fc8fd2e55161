/** Planted: an expense that was processed or canceled can be edited like any other. */
export const mayChange = (): boolean => true
