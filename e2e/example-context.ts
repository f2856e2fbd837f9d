/** The example that first described the format: 12 entries, three of them prose. */
export const exampleContext = `---
last_updated: 2026-01-16
version: 15
token_estimate: 450
---

# Global Context

## Preferences (certain)
- unit_preference: metric
- response_style: concise
- language: English

## Patterns (likely)
- typical_active_days: [Monday, Wednesday, Friday]
- usual_time_of_day: morning
- preferred_exercises: compound movements

## Facts (certain)
- records: {bench_press: 185x5, squat: 225x5, deadlift: 315x3}
- current_routine: push-pull-legs
- training_start_date: 2024-03-15

## Insights (tentative)
- Performance tends to drop when sleep is below 7 hours
- Best workouts on Wednesday evenings
- Recovery seems faster with protein intake > 150g
`;

/** Path of the context file in a workspace. */
export const contextPath = 'logs/context/global.md';
/** Path of the archive folder in a workspace. */
export const archivePath = 'logs/context/archive';
