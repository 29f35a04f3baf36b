/** The period that what is posted now belongs to; it is not over yet. */
export function thisMonth() {
  const month = new Date().toISOString().slice(0, 7);
  const days = new Date(Number(month.slice(0, 4)), Number(month.slice(5)), 0).getDate();
  return {
    period_from: `${month}-01`,
    period_to: `${month}-${String(days).padStart(2, '0')}`,
    retention_until: '2099-12-31',
  };
}
