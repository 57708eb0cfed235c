type Shop {
