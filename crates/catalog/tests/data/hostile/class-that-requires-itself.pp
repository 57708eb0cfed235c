class a { require b } class b { require a } include a
