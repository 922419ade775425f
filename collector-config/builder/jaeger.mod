// Jaeger v2 for the tests: v1.76.0 is the newest version that can be had as a Go module (its command `jaeger` is v2).
// The replacement repeats one of Jaeger's own, which does not reach whoever builds it from outside.
module example.invalid/assay-otel/jaeger

go 1.26.0

tool github.com/jaegertracing/jaeger/cmd/jaeger

require github.com/jaegertracing/jaeger v1.76.0

replace github.com/Shopify/sarama => github.com/Shopify/sarama v1.33.0
